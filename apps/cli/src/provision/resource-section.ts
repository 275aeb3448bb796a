import { entityTable, type ProvisionedSet, SetAssignments, UpsertResources } from '@app/platform/resources';
import { rulesOf } from '@app/platform/rest';
import { CommandBus } from '@nestjs/cqrs';
import { unitConstraints, unitsSchema, unitTransform } from './assigned-units.js';
import { createBody } from './create-body.js';
import type { ProvidedFiles } from './provided-files.js';
import { referencesOf, withIds } from './resource-references.js';
import { FILE, type Item, modelOf, orNull, pruneAll, type Section } from './section.js';
import { setAssignments, unitsOfItem } from './units-of-item.js';

export const IMAGE = orNull(FILE);

/** The section of resources without further rules, with their images, the units assigned to them, and references to others. */
export function resourceSection(set: ProvisionedSet): Section {
  const { list, entity, body, images = [], units } = set;
  const references = referencesOf(set);
  const rules = rulesOf(body);
  const own = createBody(body, {
    ...Object.fromEntries(references.map(({ name, isRequired, schema }) => [isRequired ? name : `${name}?`, schema])),
    ...Object.fromEntries(images.map((image) => [`${image}?`, IMAGE])),
    ...(units && { 'units?': unitsSchema(units) }),
  });
  const constraintsOfUnits = units && unitConstraints(units);
  const transformUnits = units && unitTransform(units);
  return {
    path: `assets.${list}`,
    item: own.item,
    constraints: async (item, parent) => ({
      ...(await own.constraints(item, parent)),
      ...(await constraintsOfUnits?.(item)),
    }),
    transform: (item) => own.transform(transformUnits?.(item) ?? item),
    table: entityTable(entity).table,
    key: ['name'],
    files: Object.fromEntries(images.map((image) => [image, 'image'])),
    async apply(app, items, context) {
      const [assetId] = context.ids as [string];
      const commands = app.get(CommandBus);
      const resources = units ? items.map(({ units: _, ...item }) => item) : items;
      const rows = rowsOf<never>(await withIds(resources, references, context), images, context.files);
      const outcomes = await commands.execute(new UpsertResources(entity, { assetId }, rows, rules, context.isPruning));
      if (!units) return outcomes;
      return unitsOfItem(items, outcomes, context, 'units', (id, assigned) => {
        const ids = units.idsOfOwner(assetId, id);
        const rules = rulesOf(units.options.dto);
        return setAssignments(app, new SetAssignments(units, ids, assigned, () => context.isPruning, rules));
      });
    },
    prune: pruneAll(entity, 'name'),
  };
}

/** The rows of a command. A null image removes the stored one. */
export const rowsOf = <Row>(items: readonly Item[], images: readonly string[], files: ProvidedFiles): Row[] =>
  items.map((item) => {
    const changes = images.map((image) => [image, item[image] === null ? 'delete' : files.imageOf(item[image])]);
    return modelOf<Row>({ ...item, ...Object.fromEntries(changes) });
  });
