import { parseUmap, writeUmap } from '@app/mapping/contract';
import { parseUrl } from '@app/platform/core';
import type { Background, LandingPage, UnitMap } from '@app/sdk';
import type { Item } from '../../provision/section.js';
import { byId, itemOf } from '../../provision/items.js';
import { PAGE, type SourceServer } from './source-server.js';

/** Reads the unit maps of an asset with their files and backgrounds, and its landing pages. */
export async function mapsOf(source: SourceServer, asset: string): Promise<Item> {
  const maps: Item[] = [];
  for (const map of await source.all('unit_maps', source.api.listUnitMaps({ asset, ...PAGE }))) {
    const backgrounds = await source.all('backgrounds', source.api.listBackgrounds({ asset, map: map.id, ...PAGE }));
    const drawing = map.source_url ? backgrounds.find(isDrawing) : undefined;
    const files = { ...(await sourceOf(source, map)), ...(await compiledOf(source, map)) };
    if (Object.keys(files).length === 0) {
      source.notShown.add(`unit map ${map.id} (${map.name}): it has no file that can be read here`);
      continue;
    }
    maps.push(
      itemOf('assets.unit_maps', map, {
        ...files,
        ...(map.building_id !== undefined && { building: map.building_id && byId(map.building_id) }),
        ...(drawing && { drawing_id: drawing.id }),
        backgrounds: await picturesOf(
          source,
          backgrounds.filter((each) => each !== drawing),
        ),
      }),
    );
  }
  const kept = new Set(maps.map(({ id }) => id));
  const pages = await source.all('landing_pages', source.api.listLandingPages({ asset, ...PAGE }));
  return { unit_maps: maps, landing_pages: pages.filter(({ service_map_id: map }) => kept.has(map)).map(pageOf) };
}

/** Whether a background is generated from the drawing of its map. */
const isDrawing = ({ name, image_url: url }: Background): boolean =>
  /^Drawing( \d+)?$/.test(name) && url.endsWith('.svg');

async function picturesOf(source: SourceServer, backgrounds: readonly Background[]): Promise<Item[]> {
  const items: Item[] = [];
  for (const background of backgrounds) {
    const image = await source.present(background.image_url);
    if (image) items.push(itemOf('assets.unit_maps.backgrounds', background, { image }));
  }
  return items;
}

const pageOf = (page: LandingPage): Item =>
  itemOf('assets.landing_pages', page, { map: byId(page.service_map_id), ...keyIn(page.url) });

/** The key at the end of a viewer URL, to keep if it is free on this server. */
export const keyIn = (url: string | undefined): Item => {
  const key = parseUrl(url ?? '')
    ?.pathname.split('/')
    .at(-1);
  return key ? { key } : {};
};

async function sourceOf(source: SourceServer, map: UnitMap): Promise<Item> {
  const url = map.source_url && (await source.present(map.source_url));
  if (!url) return {};
  const bytes = await source.read(url);
  return { source: source.put(`map-${map.id}.${kindOf(bytes)}`, bytes) };
}

/** How the bytes of each kind of drawing begin. */
const BEGINNINGS: readonly [kind: string, beginning: RegExp][] = [
  ['pdf', /^%PDF/],
  ['svg', /^</],
  ['geojson', /^\{/],
  ['zip', /^PK/],
];

/** The ending of the name of a drawing. */
function kindOf(bytes: Buffer): string {
  const start = bytes
    .toString('latin1', 0, 1024)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  return BEGINNINGS.find(([, beginning]) => beginning.test(start))?.[0] ?? 'ai';
}

/** Writes the assignments of shapes to units next to the file, because the unit ids in it belong to the source server. */
async function compiledOf(source: SourceServer, map: UnitMap): Promise<Item> {
  const url = map.url && (await source.present(map.url));
  if (!url) return {};
  const bytes = await source.read(url);
  let umap;
  try {
    umap = parseUmap(bytes);
  } catch {
    source.notShown.add(`unit map ${map.id} (${map.name}): its compiled file is of a form that is not known here`);
    return {};
  }
  const boundBy = (how: string): Item[] =>
    umap.shapes.filter((shape) => shape.boundBy === how).map(({ id, unitId }) => ({ shape: id, unit: byId(unitId!) })); // oxfmt-ignore
  const [given, byHand] = [boundBy('given'), boundBy('hand')];
  const shapes = umap.shapes.map((shape) => ({ ...shape, unitId: null, boundBy: null, reason: null }));
  return {
    file: source.put(`map-${map.id}.umap`, writeUmap({ ...umap, shapes })),
    ...(given.length > 0 && { given_units: given }),
    units_by_hand: byHand,
  };
}
