import { CatalogCore, CatalogModule } from '@app/catalog';
import { FallbackModule, KernelModule, type Settings } from '@app/kernel';
import { type DynamicModule, Module } from '@nestjs/common';
import { AssetController } from './asset.controller.js';

/** The second API: the kernel, questions to the catalog, and data models. */
@Module({ imports: [CatalogCore], controllers: [AssetController] })
export class AppModule {
  static with(settings: Settings): DynamicModule {
    return {
      module: AppModule,
      imports: [KernelModule.forRoot(settings, [CatalogModule.persistence]), FallbackModule],
    };
  }
}
