import { conflict } from '@app/platform/core';
import { onViolation } from '@app/platform/rest';
import { type Persistence } from '@app/platform/persistence';
import { Module } from '@nestjs/common';
import { AssetReference } from './asset-references/asset-reference.aggregate.js';
import {
  AssetReferenceController,
  AssetReferenceSearchController,
} from './asset-references/asset-reference.controller.js';
import { FindAssetReferencesHandler } from './asset-references/asset-reference.queries.js';
import * as migrations from './migrations/index.js';
import { ExportReferencesHandler } from './provisioning/exported-references.queries.js';
import { SetUnitReferencesHandler } from './provisioning/set-unit-references.command.js';
import { UnitReferenceGroup } from './unit-reference-groups/unit-reference-group.aggregate.js';
import { UnitReferenceGroupController } from './unit-reference-groups/unit-reference-group.controller.js';
import { AddUnitReferencesHandler } from './unit-references/add-unit-references.command.js';
import { ReferencesOfUnitsHandler } from './unit-references/references-of-units.queries.js';
import { FindReferencedUnitsHandler } from './unit-references/referenced-units.queries.js';
import { UpdateUnitReferencesHandler } from './unit-references/update-unit-references.command.js';
import { UnitReferenceController, UnitReferenceSearchController } from './unit-references/unit-reference.controller.js';
import { UnitReference } from './unit-references/unit-reference.entity.js';
import { FindUnitReferencesHandler } from './unit-references/unit-reference.queries.js';

onViolation('asset_reference_key', () => conflict('key_taken', 'Another reference of the asset has this key'));
onViolation('unit_reference_group_key', () =>
  conflict('key_taken', 'Another unit reference group of the asset has this key'),
);

const searches = [FindAssetReferencesHandler, FindUnitReferencesHandler];
const units = [
  UpdateUnitReferencesHandler,
  FindReferencedUnitsHandler,
  ReferencesOfUnitsHandler,
  AddUnitReferencesHandler,
];
const provisioning = [ExportReferencesHandler, SetUnitReferencesHandler];

/** Ids of assets and units in third-party systems. */
@Module({
  controllers: [
    AssetReferenceController,
    AssetReferenceSearchController,
    UnitReferenceGroupController,
    UnitReferenceController,
    UnitReferenceSearchController,
  ],
  providers: [...searches, ...units, ...provisioning],
})
export class ReferencesModule {
  static readonly persistence: Persistence = {
    schema: 'reference',
    entities: [AssetReference, UnitReferenceGroup, UnitReference],
    migrations: Object.values(migrations),
  };
}
