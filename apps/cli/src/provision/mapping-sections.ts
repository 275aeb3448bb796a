import { type FieldErrors, invalid } from '@app/platform/core';
import { CreateEmbedDto, CreateLandingPageDto, ORIGIN, CreateUnitMapDto } from '@app/mapping/contract';
import {
  Background,
  Embed,
  LandingPage,
  type PlacedMap,
  type ShapeUnit,
  UnitMap,
  type UnitMapRow,
  UpsertBackground,
  UpsertEmbed,
  UpsertLandingPage,
  UpsertUnitMap,
} from '@app/mapping/provisioning';
import { CommandBus } from '@nestjs/cqrs';
import type { Names, Reference, UnitName } from './names.js';
import type { ProvidedFile } from './provided-files.js';
import {
  byType,
  each,
  eachMatched,
  fields,
  FILE,
  ID,
  type Item,
  listOf,
  modelOf,
  NAME,
  orNull,
  pruneAll,
  REFERENCE,
  throwIfAny,
  type Section,
  type SectionContext,
  UNIT,
} from './section.js';
import { createBody } from './create-body.js';

const isNamed = (file: unknown, ending: RegExp): boolean => file === undefined || ending.test(file as string);

interface GivenUnit {
  shape: string;
  unit: UnitName;
}

/** Units explicitly assigned to shapes of a compiled map; the file itself could refer to them only by the ids of one database. */
const GIVEN = listOf(fields({ shape: NAME, unit: UNIT }));

/** Writes the assigned units into the compiled map. @throws Problem invalid, naming unknown units and shapes */
async function withUnits(
  file: ProvidedFile,
  asset: string,
  given: readonly GivenUnit[],
  names: Names,
): Promise<ProvidedFile> {
  const errors: FieldErrors = {};
  const unitOf = new Map<string, string>();
  for (const [n, { shape, unit }] of given.entries())
    unitOf.set(shape, await names.unit(asset, unit, `given_units.${n}.unit`, errors));
  const { shapes, ...map } = umapOf(file);
  const known = new Set(shapes.map(({ id }) => id));
  given.forEach(({ shape }, n) => {
    if (!known.has(shape)) errors[`given_units.${n}.shape`] = ['is not in the file'];
  });
  throwIfAny(errors);
  const bound = shapes.map((shape) =>
    unitOf.has(shape.id) ? { ...shape, unit_id: unitOf.get(shape.id), bound_by: 'given' } : shape,
  );
  return { name: file.name, bytes: Buffer.from(JSON.stringify({ ...map, shapes: bound })) };
}

/** Parses only the needed members; the command validates the file. */
function umapOf({ bytes }: ProvidedFile): Item & { shapes: { id: string }[] } {
  try {
    const { shapes, ...map } = JSON.parse(bytes.toString()) as Item;
    if (Array.isArray(shapes)) return { ...map, shapes: shapes as { id: string }[] };
  } catch {
    // reported below
  }
  throw invalid({ file: ['must be a .umap'] });
}

async function bindingsOf(
  asset: string,
  byHand: readonly GivenUnit[] | undefined,
  names: Names,
  errors: FieldErrors,
): Promise<ShapeUnit[] | undefined> {
  if (!byHand) return undefined;
  const bindings: ShapeUnit[] = [];
  for (const [n, { shape: shapeId, unit }] of byHand.entries())
    bindings.push({ shapeId, unitId: await names.unit(asset, unit, `units_by_hand.${n}.unit`, errors) });
  return bindings;
}

const unitMaps: Section = {
  path: 'assets.unit_maps',
  ...createBody(CreateUnitMapDto, {
    'source?': FILE,
    'file?': FILE,
    'given_units?': GIVEN,
    'units_by_hand?': GIVEN,
    'building?': byType('null', {}, REFERENCE),
    'drawing_id?': ID,
  }),
  table: 'mapping.unit_map',
  key: ['name'],
  files: { source: 'bytes', file: 'bytes' },
  check: (items) =>
    Object.fromEntries(
      items.flatMap(({ source, file }, n) => {
        if (source === undefined && file === undefined) return [[`${n}.source`, ['is required when there is no file']]];
        return [
          ...(isNamed(source, /\.(svg|ai|pdf|geojson|zip)$/i)
            ? []
            : [[`${n}.source`, ['must be a file named *.svg, *.ai, *.pdf, *.geojson, *.zip']]]),
          ...(isNamed(file, /\.umap$/i) ? [] : [[`${n}.file`, ['must be a file named *.umap']]]),
        ];
      }),
    ),
  apply: (app, items, { ids: [asset], files, names }) =>
    eachMatched(items, async (item, declaredAs) => {
      const { source: _, file: __, given_units: given, units_by_hand: byHand, building, ...fields } = item;
      const errors: FieldErrors = {};
      const buildingId = building && (await names.building(asset!, building as Reference, 'building', errors));
      const bindings = await bindingsOf(asset!, byHand as GivenUnit[] | undefined, names, errors);
      throwIfAny(errors);
      const fileOf = (field: string) => item[field] !== undefined && { [field]: files.file(item[field] as string) };
      const part = building !== undefined && { buildingId: buildingId as string | null };
      const declared = {
        ...modelOf<UnitMapRow>(fields),
        ...part,
        ...(bindings && { bindings }),
        ...declaredAs,
        ...fileOf('source'),
        ...fileOf('file'),
      };
      if (declared.file && given) declared.file = await withUnits(declared.file, asset!, given as GivenUnit[], names);
      return app.get(CommandBus).execute(new UpsertUnitMap(asset!, declared));
    }),
  prune: pruneAll(UnitMap, 'name'),
};

const backgrounds: Section = {
  path: 'assets.unit_maps.backgrounds',
  item: fields({ 'id?': ID, name: NAME, image: FILE }),
  table: 'mapping.background',
  key: ['name'],
  files: { image: 'picture' },
  apply: (app, items, { ids: [asset, unitMapId], files }) =>
    each(items, ({ id, name, image }) => {
      const row = { unitMapId: unitMapId!, name: name as string, image: files.picture(image as string) };
      const declared = { ...row, ...(id !== undefined && { id: id as string }) };
      return app.get(CommandBus).execute(new UpsertBackground(asset!, declared));
    }),
  // the background generated from a drawing goes with its map
  prune: pruneAll(Background, 'name', (assetId, unitMapId) => ({
    assetId: assetId!,
    unitMapId: unitMapId!,
    isDrawing: false,
  })),
};

const landingPages: Section = {
  path: 'assets.landing_pages',
  ...createBody(CreateLandingPageDto, { map: REFERENCE, 'key?': NAME }),
  table: 'mapping.landing_page',
  key: ['name'],
  apply: (app, items, { ids: [asset], names }) =>
    eachMatched(items, async ({ name, map, key }, declaredAs) => {
      const errors: FieldErrors = {};
      const unitMapId = await names.map(asset!, map as Reference, 'map', errors);
      throwIfAny(errors);
      const declared = { ...declaredAs, name: name as string, unitMapId, ...keyOf(key) };
      return app.get(CommandBus).execute(new UpsertLandingPage(asset!, declared));
    }),
  prune: pruneAll(LandingPage, 'name'),
};

const keyOf = (key: unknown) => key !== undefined && { key: key as string };

interface NamedMap {
  asset: Reference;
  map: Reference;
  instance_key?: string | null;
  pricing_process?: Reference | null;
}

interface NamedEmbed {
  name: string;
  tags?: string[];
  allowed_origins?: string[] | null;
}

async function placed(
  { asset, map, instance_key: instanceKey, pricing_process: process }: NamedMap,
  path: string,
  { idOf, names }: Pick<SectionContext, 'idOf' | 'names'>,
  errors: FieldErrors,
): Promise<PlacedMap> {
  const known = typeof asset === 'string' ? idOf('assets', asset) : undefined;
  const assetId = known ?? (await names.asset(asset, `${path}.asset`, errors));
  const unitMapId = assetId && (await names.map(assetId, map, `${path}.map`, errors));
  const pricingProcessId =
    process && assetId && (await names.process(assetId, process, `${path}.pricing_process`, errors));
  return { assetId, unitMapId, instanceKey, pricingProcessId };
}

const embeds: Section = {
  path: 'accounts.embeds',
  ...createBody(CreateEmbedDto, {
    'key?': NAME,
    'allowed_origins?': orNull({ ...listOf(ORIGIN), maxItems: 100, uniqueItems: true }),
    maps: listOf(
      fields({
        asset: REFERENCE,
        map: REFERENCE,
        'instance_key?': orNull(NAME),
        'pricing_process?': byType('null', {}, REFERENCE),
      }),
    ),
  }),
  table: 'mapping.embed',
  key: ['name'],
  apply: (app, items, { ids: [account], idOf, names, mapsOf }) =>
    eachMatched(items, async (item, declaredAs) => {
      const errors: FieldErrors = {};
      const maps: PlacedMap[] = [];
      for (const [n, named] of (item['maps'] as NamedMap[]).entries())
        maps.push(await placed(named, `maps.${n}`, { idOf, names }, errors));
      throwIfAny(errors);
      const { name, tags, allowed_origins: allowedOrigins } = item as unknown as NamedEmbed;
      const declared = { ...declaredAs, name, tags, allowedOrigins, maps, mapsOf, ...keyOf(item['key']) };
      return app.get(CommandBus).execute(new UpsertEmbed(account!, declared));
    }),
  prune: pruneAll(Embed, 'name', (accountId) => ({ accountId: accountId! })),
};

export const mappingSections = [unitMaps, backgrounds, landingPages];
/** Embeds belong to accounts, so they come after accounts. */
export const embedSections = [embeds];
