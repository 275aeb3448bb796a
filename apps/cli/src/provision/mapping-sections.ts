import type { Faults } from '@app/kernel';
import {
  DeclareBackground,
  DeclareEmbed,
  DeclareLandingPage,
  DeclareUnitMap,
  type DeclaredUnitMap,
  EmbedDto,
  LandingPageDto,
  type PlacedMap,
  PruneMaps,
  UnitMapDto,
} from '@app/mapping/contract';
import { CommandBus } from '@nestjs/cqrs';
import {
  each,
  fields,
  fieldsOfCreate,
  FILE,
  FLAG,
  type Item,
  listOf,
  NAME,
  orNull,
  REFERENCE,
  refuseAny,
  type Section,
} from './section.js';

type Fields = Pick<DeclaredUnitMap, 'name' | 'style'> & Partial<Pick<DeclaredUnitMap, 'tags'>>;

const isNamed = (file: unknown, ending: RegExp): boolean => file === undefined || ending.test(file as string);

const unitMaps: Section = {
  path: 'assets.unit_maps',
  item: fieldsOfCreate(UnitMapDto, { 'is_dimension_locked?': FLAG, 'source?': FILE, 'file?': FILE }),
  key: ['name'],
  files: { source: 'bytes', file: 'bytes' },
  check: (items) =>
    Object.fromEntries(
      items.flatMap(({ source, file }, n) => {
        if (source === undefined && file === undefined) return [[`${n}.source`, ['is required when there is no file']]];
        return [
          ...(isNamed(source, /\.(svg|ai|pdf)$/i)
            ? []
            : [[`${n}.source`, ['must be a file named *.svg, *.ai, *.pdf']]]),
          ...(isNamed(file, /\.umap$/i) ? [] : [[`${n}.file`, ['must be a file named *.umap']]]),
        ];
      }),
    ),
  declare: (app, items, { ids: [asset], files }) =>
    each(items, (item) => {
      const { name, style, tags = [] } = item as unknown as Fields;
      const fileOf = (field: string) => item[field] !== undefined && { [field]: files.file(item[field] as string) };
      const isDimensionLocked = (item['is_dimension_locked'] as boolean | undefined) ?? false;
      const declared = { name, style, tags, isDimensionLocked, ...fileOf('source'), ...fileOf('file') };
      return app.get(CommandBus).execute(new DeclareUnitMap(asset!, declared));
    }),
  prune: (app, keep, { ids: [asset] }) => app.get(CommandBus).execute(new PruneMaps(asset!, 'unit_maps', keep)),
};

const backgrounds: Section = {
  path: 'assets.unit_maps.backgrounds',
  item: fields({ name: NAME, image: FILE }),
  key: ['name'],
  files: { image: 'picture' },
  declare: (app, items, { ids: [asset, unitMapId], files }) =>
    each(items, ({ name, image }) => {
      const declared = { unitMapId: unitMapId!, name: name as string, image: files.picture(image as string) };
      return app.get(CommandBus).execute(new DeclareBackground(asset!, declared));
    }),
  prune: (app, keep, { ids: [, map] }) => app.get(CommandBus).execute(new PruneMaps(map!, 'backgrounds', keep)),
};

const landingPages: Section = {
  path: 'assets.landing_pages',
  item: fieldsOfCreate(LandingPageDto, { map: NAME }),
  key: ['name'],
  declare: (app, items, { ids: [asset], names }) =>
    each(items, async ({ name, map }) => {
      const faults: Faults = {};
      const unitMapId = await names.map(asset!, map as string, 'map', faults);
      refuseAny(faults);
      return app.get(CommandBus).execute(new DeclareLandingPage(asset!, { name: name as string, unitMapId }));
    }),
  prune: (app, keep, { ids: [asset] }) => app.get(CommandBus).execute(new PruneMaps(asset!, 'landing_pages', keep)),
};

interface NamedMap {
  asset: string | { id: string };
  map: string;
  instance_key?: string | null;
}

const embeds: Section = {
  path: 'accounts.embeds',
  item: fieldsOfCreate(EmbedDto, {
    maps: listOf(fields({ asset: REFERENCE, map: NAME, 'instance_key?': orNull(NAME) })),
  }),
  key: ['name'],
  declare: (app, items, { ids: [account], idOf, names }) =>
    each(items, async (item: Item) => {
      const faults: Faults = {};
      const maps: PlacedMap[] = [];
      for (const [n, { asset, map, instance_key: instanceKey = null }] of (item['maps'] as NamedMap[]).entries()) {
        const known = typeof asset === 'string' ? idOf('assets', asset) : undefined;
        const assetId = known ?? (await names.asset(asset, `maps.${n}.asset`, faults));
        const unitMapId = assetId && (await names.map(assetId, map, `maps.${n}.map`, faults));
        maps.push({ assetId, unitMapId, instanceKey });
      }
      refuseAny(faults);
      const declared = { name: item['name'] as string, tags: (item['tags'] as string[] | undefined) ?? [], maps };
      return app.get(CommandBus).execute(new DeclareEmbed(account!, declared));
    }),
  prune: (app, keep, { ids: [account] }) => app.get(CommandBus).execute(new PruneMaps(account!, 'embeds', keep)),
};

export const mappingSections = [unitMaps, backgrounds, landingPages];
/** Of accounts: they come after these. */
export const embedSections = [embeds];
