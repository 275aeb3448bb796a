import { BackupModule } from '@app/backup';
import { CatalogHttpModule, CatalogModule } from '@app/catalog';
import { PlatformModule } from '@app/platform/runtime';
import { type Persistence } from '@app/platform/persistence';
import { DocumentationModule } from '@app/documentation';
import { type Settings } from '@app/platform/core';
import { MappingModule } from '@app/mapping';
import { MerchandisingModule } from '@app/merchandising';
import { PricingModule } from '@app/pricing';
import { ReferencesModule } from '@app/references';
import { ViewerModule } from '@app/viewer';
import { ExpensesModule } from '@app/expenses';
import { EventsModule } from '@app/events';
import { type DynamicModule, Module } from '@nestjs/common';

/** The contexts of the main API. The viewer comes last, because it reads all others. */
export const CONTEXTS = [
  CatalogModule,
  MappingModule,
  MerchandisingModule,
  ReferencesModule,
  PricingModule,
  ExpensesModule,
  EventsModule,
  ViewerModule,
];

/** The main API: the platform and the contexts. */
@Module({})
export class AppModule {
  static readonly persistence: Persistence[] = CONTEXTS.map((context) => context.persistence);

  static forRoot(settings: Settings): DynamicModule {
    const platform = PlatformModule.forRoot(settings, AppModule.persistence);
    return {
      module: AppModule,
      imports: [platform, CatalogHttpModule, ...CONTEXTS, BackupModule, DocumentationModule],
    };
  }
}
