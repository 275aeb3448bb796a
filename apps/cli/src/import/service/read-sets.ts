import type { ProvisionedSet } from '@app/platform/resources';
import type { Pages } from '@app/sdk';
import { PROVISIONED } from '../../contexts.js';
import { byId, itemOf } from '../../provision/items.js';
import { referencesOf } from '../../provision/resource-references.js';
import type { Item } from '../../provision/section.js';
import { imageOf } from './read-image.js';
import { PAGE, type SourceServer } from './source-server.js';

type List = (request: object) => Pages<Item>;

const pascal = (list: string): string =>
  list.replace(/(^|_)([a-z])/g, (_, _before, letter: string) => letter.toUpperCase());

/** Methods of the SDK that list the resources of a set, and the units of one. `npm run new` names the operations so. */
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
  const { list, entity, images = [] } = set;
  const owner = entity.name.replace(/^./, (letter) => letter.toLowerCase());
  const items: Item[] = [];
  for (const resource of await source.all(list, resources!({ asset, ...PAGE }))) {
    const also: Item = {};
    for (const { id, name } of referencesOf(set))
      also[name] = resource[id] === null ? null : byId(resource[id] as string);
    for (const image of images) Object.assign(also, await imageOf(source, image, resource[`${image}_url`] as string));
    const assigned = units?.({ asset, [owner]: resource['id'], ...PAGE });
    if (assigned)
      also['units'] = (await source.all(`${list}.units`, assigned)).map(({ unit_id: id }) => byId(id as string));
    items.push(itemOf(`assets.${list}`, resource, also));
  }
  return items;
}
