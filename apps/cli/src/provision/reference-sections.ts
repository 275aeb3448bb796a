import type { FieldErrors } from '@app/platform/core';
import { CreateAssetReferenceDto, CreateUnitReferenceGroupDto } from '@app/references/contract';
import {
  PruneReferences,
  SetUnitReferences,
  UpsertAssetReferences,
  UpsertUnitReferenceGroups,
} from '@app/references/provisioning';
import { CommandBus } from '@nestjs/cqrs';
import type { UnitName } from './names.js';
import { fields, fieldsOfCreate, type Item, listOf, modelOf, NAME, orNull, type Section, UNIT } from './section.js';
import { unitsOfItem } from './units-of-item.js';

/** A key is of one thing of the asset. */
function sameKeys(items: readonly Item[]): FieldErrors {
  const keys = items.map(({ key }) => key ?? undefined);
  const again = keys.flatMap((key, n) => (key !== undefined && keys.indexOf(key) < n ? [`${n}.key`] : []));
  return Object.fromEntries(again.map((path) => [path, ['is the key of another one']]));
}

const assetReferences: Section = {
  path: 'assets.asset_references',
  item: fieldsOfCreate(CreateAssetReferenceDto),
  table: 'reference.asset_reference',
  key: ['name'],
  check: sameKeys,
  declare: (app, items, { ids: [asset] }) =>
    app.get(CommandBus).execute(
      new UpsertAssetReferences(
        asset!,
        items.map((item) => modelOf<{ name: string; value: string }>(item)),
      ),
    ),
  prune: (app, keep, { ids: [asset] }) =>
    app.get(CommandBus).execute(new PruneReferences(asset!, 'asset_references', keep)),
};

const unitReferenceGroups: Section = {
  path: 'assets.unit_reference_groups',
  item: fieldsOfCreate(CreateUnitReferenceGroupDto, { 'values?': listOf(fields({ unit: UNIT, value: orNull(NAME) })) }),
  table: 'reference.unit_reference_group',
  key: ['name'],
  check: sameKeys,
  async declare(app, items, around) {
    const [asset] = around.ids;
    const rows = items.map(({ values: _, ...row }) => modelOf<{ name: string }>(row));
    const outcomes = await app.get(CommandBus).execute(new UpsertUnitReferenceGroups(asset!, rows));
    return unitsOfItem<{ unit: UnitName; value: string | null }>(
      items,
      outcomes,
      around,
      { list: 'values', nameOf: ({ unit }) => unit, pathOf: '.unit' },
      (groupId, units) => {
        const values = units.map(({ unitId, named: { value } }) => ({ unitId, value }));
        const ids = { assetId: asset!, groupId };
        return app.get(CommandBus).execute(new SetUnitReferences(ids, values, around.exact));
      },
    );
  },
  prune: (app, keep, { ids: [asset] }) =>
    app.get(CommandBus).execute(new PruneReferences(asset!, 'unit_reference_groups', keep)),
};

export const referenceSections = [assetReferences, unitReferenceGroups];
