import { CatalogModule } from '@app/catalog';
import { FallbackModule, KernelModule, type Persistence, type Settings } from '@app/kernel';
import { MappingModule } from '@app/mapping';
import { MerchandisingModule } from '@app/merchandising';
import { PricingModule } from '@app/pricing';
import { ReferencesModule } from '@app/references';
import { ViewerModule } from '@app/viewer';
import { type DynamicModule, Module } from '@nestjs/common';

/** All contexts of the main API; the viewer stands above the others. */
export const CONTEXTS = [
  CatalogModule,
  MappingModule,
  MerchandisingModule,
  ReferencesModule,
  PricingModule,
  ViewerModule,
];

/** The main API: the kernel and the contexts. */
@Module({})
export class AppModule {
  static readonly persistence: Persistence[] = CONTEXTS.map((context) => context.persistence);

  static with(settings: Settings): DynamicModule {
    const kernel = KernelModule.forRoot(settings, AppModule.persistence);
    return { module: AppModule, imports: [kernel, ...CONTEXTS, FallbackModule] };
  }
}
