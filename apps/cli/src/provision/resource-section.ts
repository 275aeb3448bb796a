import { entityTable, type ProvisionedSet, SetAssignments, UpsertResources } from '@app/platform/resources';
import { CommandBus } from '@nestjs/cqrs';
import { createBody } from './create-body.js';
import type { UnitName } from './names.js';
import type { ProvidedFiles } from './provided-files.js';
import { FILE, type Item, modelOf, orNull, pruneAll, type Section, UNITS } from './section.js';
import { unitsOfItem } from './units-of-item.js';

export const IMAGE = orNull(FILE);

/** The section of resources whose rules are all in the aggregate, with their images and assigned units. */
export const resourceSection = ({ list, entity, body, images = [], units }: ProvisionedSet): Section => ({
  path: `assets.${list}`,
  ...createBody(body, {
    ...Object.fromEntries(images.map((image) => [`${image}?`, IMAGE])),
    ...(units && { 'units?': UNITS }),
  }),
  table: entityTable(entity).table,
  key: ['name'],
  files: Object.fromEntries(images.map((image) => [image, 'image'])),
  async apply(app, items, context) {
    const [assetId] = context.ids as [string];
    const commands = app.get(CommandBus);
    const own = units ? items.map(({ units: _, ...item }) => item) : items;
    const rows = rowsOf<never>(own, images, context.files);
    const outcomes = await commands.execute(new UpsertResources(entity, { assetId }, rows));
    if (!units) return outcomes;
    return unitsOfItem<UnitName>(
      items,
      outcomes,
      context,
      { list: 'units', nameOf: (name) => name, pathOf: '' },
      (id, named) => {
        const ids = units.idsOfOwner(assetId, id);
        return commands.execute(new SetAssignments(units, ids, named, context.isPruning));
      },
    );
  },
  prune: pruneAll(entity, 'name'),
});

/** The rows of a command. A null image removes the stored one. */
export const rowsOf = <Row>(items: readonly Item[], images: readonly string[], files: ProvidedFiles): Row[] =>
  items.map((item) => {
    const changes = images.map((image) => [image, item[image] === null ? 'delete' : files.imageOf(item[image])]);
    return modelOf<Row>({ ...item, ...Object.fromEntries(changes) });
  });
