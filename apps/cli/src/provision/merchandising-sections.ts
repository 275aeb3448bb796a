import { type Dto } from '@app/platform/rest';
import { type FieldErrors } from '@app/platform/core';
import { Files } from '@app/platform/files';
import {
  CreateAssetOutboundLinkDto,
  DeclareGallery,
  DeclareMarkerDescription,
  DeclareMerchandise,
  DeclareUnitMerchandise,
  CreateDescriptionDto,
  CreateDescriptionGroupDto,
  CREATE_FILTER,
  CREATE_FILTER_OPTION,
  type MarkerPlace,
  PruneMerchandise,
  CREATE_UNIT_OUTBOUND_LINK,
} from '@app/merchandising/contract';
import { CommandBus } from '@nestjs/cqrs';
import type { UnitName } from './names.js';
import {
  each,
  fields,
  fieldsOfCreate,
  FILE,
  type Item,
  listOf,
  NAME,
  orNull,
  refuseAny,
  type Section,
  UNIT,
  UNITS,
} from './section.js';
import { unitsOfItem } from './units-of-item.js';

type Pruned = ConstructorParameters<typeof PruneMerchandise>[1];

const pruneOf =
  (part: Pruned): NonNullable<Section['prune']> =>
  (app, keep, { ids: [asset] }) =>
    app.get(CommandBus).execute(new PruneMerchandise(asset!, part, keep));

const galleries: Section = {
  path: 'assets.galleries',
  item: fields({ name: NAME, images: listOf(FILE) }),
  key: ['name'],
  files: { images: 'image' },
  async declare(app, items, { ids: [asset], files }) {
    const outcomes = await each(items, ({ name, images }) => {
      const contents = (images as string[]).map((image) => files.image(image));
      const declared = { name: name as string, images: contents.map((content) => content.name) };
      return app.get(CommandBus).execute(new DeclareGallery(asset!, declared));
    });
    await app
      .get(Files)
      .keep(...items.flatMap(({ images }) => (images as string[]).map((image) => files.image(image))));
    return outcomes;
  },
  prune: pruneOf('galleries'),
};

const URL = { type: 'string', format: 'http-url', maxLength: 2047 };
const COORDINATE = { type: 'number', minimum: -1e9, maximum: 1e9 };
const TEXT = { type: 'string', format: 'text' };

const markers: Section = {
  path: 'assets.marker_descriptions',
  item: fields({
    name: NAME,
    'label?': orNull(TEXT),
    'description?': orNull(TEXT),
    'gallery?': orNull(NAME),
    'iframe_source_url?': orNull(URL),
    'outbound_link_url?': orNull(URL),
    'places?': listOf(fields({ map: NAME, x: COORDINATE, y: COORDINATE })),
  }),
  key: ['name'],
  declare: (app, items, { ids: [asset], names }) =>
    each(items, async (item) => {
      const { name, label = null, description = null, gallery } = item as Record<string, string | null>;
      const faults: FieldErrors = {};
      const galleryId = gallery ? await names.gallery(asset!, gallery, 'gallery', faults) : null;
      const places: MarkerPlace[] = [];
      for (const [n, { map, x, y }] of ((item['places'] ?? []) as { map: string; x: number; y: number }[]).entries())
        places.push({ unit_map_id: await names.map(asset!, map, `places.${n}.map`, faults), x, y });
      refuseAny(faults);
      const urls = item as Partial<Record<'iframe_source_url' | 'outbound_link_url', string | null>>;
      const declared = {
        name: name!,
        label,
        description,
        galleryId,
        iframeSourceUrl: urls.iframe_source_url ?? null,
        outboundLinkUrl: urls.outbound_link_url ?? null,
        places,
      };
      return app.get(CommandBus).execute(new DeclareMarkerDescription(asset!, declared));
    }),
  prune: pruneOf('marker_descriptions'),
};

const URLS = { 'urls?': listOf(fields({ unit: UNIT, url: URL })) };
const link = (type: keyof typeof CREATE_UNIT_OUTBOUND_LINK) =>
  fieldsOfCreate(CREATE_UNIT_OUTBOUND_LINK[type], { type: { const: type }, ...(type === 'urls_per_unit' && URLS) });

const unitOutboundLinks: Section = {
  path: 'assets.unit_outbound_links',
  item: {
    type: 'object',
    discriminator: { propertyName: 'type' },
    required: ['type'],
    oneOf: [link('iframe_api'), link('url_template'), link('urls_per_unit')],
  },
  key: ['name'],
  async declare(app, items, around) {
    const [asset] = around.ids;
    const rows = items.map(({ urls: _, ...row }) => row);
    const outcomes = await app.get(CommandBus).execute(new DeclareMerchandise(asset!, 'unit_outbound_links', rows));
    return unitsOfItem<{ unit: UnitName; url: string }>(
      items,
      outcomes,
      around,
      { list: 'urls', nameOf: ({ unit }) => unit, pathOf: '.unit' },
      (id, urls) => {
        const units = urls.map(({ unitId, named: { url } }) => ({ unitId, has: url }));
        return app.get(CommandBus).execute(new DeclareUnitMerchandise(asset!, 'link', id, units, around.exact));
      },
    );
  },
  prune: pruneOf('unit_outbound_links'),
};

const simple = (part: 'asset_outbound_links' | 'description_groups', dto: Dto): Section => ({
  path: `assets.${part}`,
  item: fieldsOfCreate(dto),
  key: ['name'],
  declare: (app, items, { ids: [asset] }) => app.get(CommandBus).execute(new DeclareMerchandise(asset!, part, items)),
  prune: pruneOf(part),
});

const descriptions: Section = {
  path: 'assets.description_groups.descriptions',
  item: fieldsOfCreate(CreateDescriptionDto, { 'units?': UNITS }),
  key: ['name'],
  async declare(app, items, around) {
    const [asset, group] = around.ids as [string, string];
    const rows = items.map(({ units: _, ...row }) => ({ ...row, group_id: group }));
    const outcomes = await app.get(CommandBus).execute(new DeclareMerchandise(asset, 'descriptions', rows));
    const assigned: { unitId: string; has: string }[] = [];
    const faults: FieldErrors = {};
    for (const [n, { units = [] }] of items.entries())
      for (const [at, name] of (units as UnitName[]).entries()) {
        const path = `${n}.units.${at}`;
        const unitId = await around.names.unit(asset, name, path, faults);
        if (!faults[path] && assigned.some((known) => known.unitId === unitId))
          faults[path] = ['has a description of this group already'];
        assigned.push({ unitId, has: outcomes[n]!.id });
      }
    refuseAny(faults);
    const isWhole = around.exact && items.some(({ units }) => units !== undefined);
    const changed = await app
      .get(CommandBus)
      .execute(new DeclareUnitMerchandise(asset, 'group', group, assigned, isWhole));
    return outcomes.map((outcome, n) =>
      changed && items[n]!['units'] !== undefined && outcome.made === 'unchanged'
        ? { ...outcome, made: 'changed' as const }
        : outcome,
    );
  },
  prune: (app, keep, { ids: [asset, group] }) =>
    app.get(CommandBus).execute(new PruneMerchandise(asset!, 'descriptions', keep, { group_id: group! })),
};

const filters: Section = {
  path: 'assets.filters',
  item: {
    type: 'object',
    discriminator: { propertyName: 'type' },
    required: ['type'],
    oneOf: Object.entries(CREATE_FILTER).map(([type, dto]) =>
      fieldsOfCreate(dto, { type: { const: type }, 'options?': {} }),
    ),
  },
  key: ['name'],
  declare: (app, items, { ids: [asset] }) => {
    const rows = items.map(({ options: _, ...row }) => row);
    return app.get(CommandBus).execute(new DeclareMerchandise(asset!, 'filters', rows));
  },
  prune: pruneOf('filters'),
};

/** What an option of each type names, and whether it must. */
const OPTION: Record<string, Record<string, boolean>> = {
  custom: { units: false },
  floor: { floor: true, short_label: false },
  floor_plan: { floor_plan: true },
  range: { min: true, max: true },
};
const { label, 'sort?': sort, 'is_enabled?': enabled } = optionFields();

function optionFields() {
  const { properties } = fieldsOfCreate(CREATE_FILTER_OPTION.range) as { properties: Record<string, Item> };
  return { label: properties['label']!, 'sort?': properties['sort']!, 'is_enabled?': properties['is_enabled']! };
}

const INT32 = { type: 'integer', minimum: -2147483648, maximum: 2147483647 };

const options: Section = {
  path: 'assets.filters.options',
  item: fields({
    label,
    'sort?': sort,
    'is_enabled?': enabled,
    'floor?': NAME,
    'short_label?': orNull({ ...TEXT, maxLength: 4 }),
    'floor_plan?': NAME,
    'min?': INT32,
    'max?': INT32,
    'units?': UNITS,
  }),
  key: ['label'],
  check(items, { type }) {
    const faults: FieldErrors = {};
    const own = OPTION[type as string]!;
    for (const [n, item] of items.entries()) {
      for (const [field, isRequired] of Object.entries(own))
        if (isRequired && item[field] === undefined) faults[`${n}.${field}`] = ['is required'];
      for (const [its, names] of Object.entries(OPTION))
        for (const field of Object.keys(names))
          if (item[field] !== undefined && !(field in own))
            faults[`${n}.${field}`] = [`is a field of options of type ${its}`];
      if (Number(item['min']) > Number(item['max'])) faults[`${n}.min`] = ['must be at most max'];
    }
    return faults;
  },
  async declare(app, items, around) {
    const [asset, filter] = around.ids as [string, string];
    const faults: FieldErrors = {};
    const rows: Item[] = [];
    for (const [n, { units: _, floor, floor_plan: plan, ...row }] of items.entries()) {
      const floorId = floor && (await around.names.floor(asset, floor as string, `${n}.floor`, faults));
      const planId = plan && (await around.names.floorPlan(asset, plan as string, `${n}.floor_plan`, faults));
      rows.push({ ...row, type: around.parent['type'], filter_id: filter, floor_id: floorId, floor_plan_id: planId });
    }
    refuseAny(faults);
    const outcomes = await app.get(CommandBus).execute(new DeclareMerchandise(asset, 'filter_options', rows));
    return unitsOfItem<UnitName>(
      items,
      outcomes,
      around,
      { list: 'units', nameOf: (name) => name, pathOf: '' },
      (id, units) => {
        const held = units.map(({ unitId }) => ({ unitId, has: null }));
        return app.get(CommandBus).execute(new DeclareUnitMerchandise(asset, 'option', id, held, around.exact));
      },
    );
  },
  prune: (app, keep, { ids: [asset, filter] }) =>
    app.get(CommandBus).execute(new PruneMerchandise(asset!, 'filter_options', keep, { filter_id: filter! })),
};

export const merchandisingSections = [
  galleries,
  markers,
  unitOutboundLinks,
  simple('asset_outbound_links', CreateAssetOutboundLinkDto),
  simple('description_groups', CreateDescriptionGroupDto),
  descriptions,
  filters,
  options,
];
