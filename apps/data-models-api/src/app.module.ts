import { BackupModule } from '@app/backup';
import { CatalogModule } from '@app/catalog';
import { DataModelsModule } from '@app/data-models';
import { DocumentationModule } from '@app/documentation';
import { type Settings } from '@app/platform/core';
import { type Persistence } from '@app/platform/persistence';
import { PlatformModule } from '@app/platform/runtime';
import { type DynamicModule, Module } from '@nestjs/common';
import { AssetController } from './asset.controller.js';

/** Contexts of the second API that the main API does not have. */
export const DATA_MODEL_CONTEXTS = [DataModelsModule];

/** The second API: the platform, data models, and the catalog without its HTTP routes. */
@Module({ controllers: [AssetController] })
export class AppModule {
  static readonly persistence: Persistence[] = [CatalogModule, ...DATA_MODEL_CONTEXTS].map(
    ({ persistence }) => persistence,
  );

  static forRoot(settings: Settings): DynamicModule {
    const platform = PlatformModule.forRoot(settings, AppModule.persistence);
    return {
      module: AppModule,
      imports: [platform, CatalogModule, ...DATA_MODEL_CONTEXTS, BackupModule, DocumentationModule],
    };
  }
}
