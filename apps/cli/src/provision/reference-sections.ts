import type { FieldErrors } from '@app/platform/core';
import { CreateAssetReferenceDto, CreateUnitReferenceGroupDto } from '@app/references/contract';
import { AssetReference, SetUnitReferences, UnitReferenceGroup } from '@app/references/provisioning';
import { CommandBus } from '@nestjs/cqrs';
import { fields, type Item, listOf, NAME, orNull, pruneAll, type Section, UNIT, upsertAll } from './section.js';
import { createBody } from './create-body.js';
import { resourceSection } from './resource-section.js';
import { unitsOfItem } from './units-of-item.js';

/** Rejects duplicate keys. */
function sameKeys(items: readonly Item[]): FieldErrors {
  const keys = items.map(({ key }) => key ?? undefined);
  const again = keys.flatMap((key, n) => (key !== undefined && keys.indexOf(key) < n ? [`${n}.key`] : []));
  return Object.fromEntries(again.map((path) => [path, ['is the key of another one']]));
}

const assetReferences: Section = {
  ...resourceSection({ list: 'asset_references', entity: AssetReference, body: CreateAssetReferenceDto }),
  check: sameKeys,
};

const unitReferenceGroups: Section = {
  path: 'assets.unit_reference_groups',
  ...createBody(CreateUnitReferenceGroupDto, { 'values?': listOf(fields({ unit: UNIT, value: orNull(NAME) })) }),
  table: 'reference.unit_reference_group',
  key: ['name'],
  check: sameKeys,
  async apply(app, items, context) {
    const [asset] = context.ids;
    const rows = items.map(({ values: _, ...row }) => row);
    const outcomes = await upsertAll(UnitReferenceGroup, CreateUnitReferenceGroupDto)(app, rows, context);
    return unitsOfItem<{ value: string | null }>(items, outcomes, context, 'values', (groupId, values) => {
      const ids = { assetId: asset!, groupId };
      return app.get(CommandBus).execute(new SetUnitReferences(ids, values, context.isPruning));
    });
  },
  prune: pruneAll(UnitReferenceGroup, 'name'),
};

export const referenceSections = [assetReferences, unitReferenceGroups];
