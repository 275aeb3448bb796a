import type { ProvisionedSet } from '@app/platform/resources';
import type { Pages } from '@app/sdk';
import { PROVISIONED } from '../../contexts.js';
import { unitEntry } from '../../provision/assigned-units.js';
import { byId, itemOf } from '../../provision/items.js';
import { referencesOf } from '../../provision/resource-references.js';
import type { Item } from '../../provision/section.js';
import { imageOf } from './read-image.js';
import { PAGE, type SourceServer } from './source-server.js';

type List = (request: object) => Pages<Item>;

const pascal = (list: string): string =>
  list.replace(/(^|_)([a-z0-9])/g, (_, _before, letter: string) => letter.toUpperCase());

/** Methods of the SDK that list the resources of a set, and the units of one. `npm run new` gives the operations these names. */
export const listsOf = ({ list, entity, units }: ProvisionedSet): string[] => [
  `list${pascal(list)}`,
  ...(units ? [`listUnitsOf${entity.name}`] : []),
];

/** Reads the sets in `provisioned` of the modules. */
export async function setsOf(source: SourceServer, asset: string): Promise<Item> {
  const lists: Item = {};
  for (const set of PROVISIONED) lists[set.list] = await setOf(source, asset, set);
  return lists;
}

async function setOf(source: SourceServer, asset: string, set: ProvisionedSet): Promise<Item[]> {
  const [resources, units] = listsOf(set).map((name) => (source.api as unknown as Record<string, List>)[name]!);
  const { list, images = [] } = set;
  const items: Item[] = [];
  for (const resource of await source.all(list, resources!({ asset, ...PAGE }))) {
    const also: Item = {};
    // another server may not return a field, which then stays as it is here
    for (const { id, name } of referencesOf(set))
      if (resource[id] !== undefined) also[name] = resource[id] === null ? null : byId(resource[id] as string);
    for (const image of images) {
      const url = resource[`${image}_url`] as string | null | undefined;
      if (url !== undefined) Object.assign(also, await imageOf(source, image, url));
    }
    if (set.units) {
      const owner = Object.keys(set.units.options.parents).at(-1)!;
      const assigned = await source.all(`${list}.units`, units!({ asset, [owner]: resource['id'], ...PAGE }));
      also['units'] = assigned.map((row) => unitEntry(set.units!, byId(row['unit_id'] as string), row));
    }
    items.push(itemOf(`assets.${list}`, resource, also));
  }
  return items;
}
