import { type FieldErrors, type JsonSchema } from '@app/platform/core';
import { type FileContent, Files } from '@app/platform/files';
import {
  CreateDescriptionDto,
  CreateDescriptionGroupDto,
  CREATE_FILTER,
  CREATE_FILTER_OPTION,
  IMAGE_ALT,
  MEDIA_URL,
  type MarkerPlace,
  CREATE_UNIT_OUTBOUND_LINK,
} from '@app/merchandising/contract';
import {
  Description,
  DescriptionGroup,
  Filter,
  FilterOption,
  Gallery,
  MarkerDescription,
  DESCRIPTION_ASSIGNMENTS,
  FILTER_OPTION_UNITS,
  UNIT_OUTBOUND_LINK_URLS,
  UnitOutboundLink,
  UpsertFilterOptions,
} from '@app/merchandising/provisioning';
import { SetAssignments, UpsertResources } from '@app/platform/resources';
import { rulesOf } from '@app/platform/rest';
import { CommandBus } from '@nestjs/cqrs';
import type { Reference, UnitName } from './names.js';
import {
  byType,
  fields,
  FILE,
  ID,
  listOf,
  modelOf,
  NAME,
  orNull,
  pruneAll,
  REFERENCE,
  throwIfAny,
  type Section,
  UNIT,
  UNITS,
  upsertAll,
} from './section.js';
import { createBodies, createBody } from './create-body.js';
import { resourceSection } from './resource-section.js';
import { setAssignments, unitsOfItem } from './units-of-item.js';

type GalleryRow = ConstructorParameters<typeof Gallery>[1];
type NamedImage = string | { file: string; alt?: string | null };

const galleries: Section = {
  path: 'assets.galleries',
  item: fields({
    'id?': ID,
    name: NAME,
    images: listOf(byType('object', fields({ file: FILE, 'alt?': IMAGE_ALT }), FILE)),
    'floor_plan?': byType('null', {}, REFERENCE),
    'unit?': byType('null', {}, UNIT),
    'tour_url?': orNull(MEDIA_URL),
    'video_url?': orNull(MEDIA_URL),
  }),
  table: 'merchandising.gallery',
  key: ['name'],
  files: { images: 'image' },
  check(items) {
    const errors: FieldErrors = {};
    for (const [n, { floor_plan: plan, unit }] of items.entries())
      if (plan && unit) errors[`${n}.unit`] = ['must be null beside a `floor_plan`'];
    return errors;
  },
  async apply(app, items, { ids: [asset], files, names }) {
    const errors: FieldErrors = {};
    const rows: GalleryRow[] = [];
    const contents: FileContent[] = [];
    for (const [n, { images, floor_plan: plan, unit, ...item }] of items.entries()) {
      const stored = (images as NamedImage[]).map((image) => {
        const { file, alt } = typeof image === 'string' ? { file: image, alt: null } : image;
        contents.push(files.image(file));
        return { name: files.image(file).name, alt };
      });
      const planId = plan && (await names.floorPlan(asset!, plan as Reference, `${n}.floor_plan`, errors));
      const unitId = unit && (await names.unit(asset!, unit as UnitName, `${n}.unit`, errors));
      const owner = { floor_plan_id: unit ? null : planId, unit_id: plan ? null : unitId }; // one replaces the other
      rows.push(modelOf<GalleryRow>({ ...item, ...owner, images: stored }));
    }
    throwIfAny(errors);
    const outcomes = await app.get(CommandBus).execute(new UpsertResources(Gallery, { assetId: asset! }, rows));
    await app.get(Files).keep(...contents);
    return outcomes;
  },
  prune: pruneAll(Gallery, 'name'),
};

const URL = { type: 'string', format: 'http-url', maxLength: 2047 };
const COORDINATE = { type: 'number', minimum: -1e9, maximum: 1e9 };
const TEXT = { type: 'string', format: 'text' };

type MarkerRow = ConstructorParameters<typeof MarkerDescription>[1];

interface NamedPlace {
  map: Reference;
  x: number;
  y: number;
}

const markers: Section = {
  path: 'assets.marker_descriptions',
  item: fields({
    'id?': ID,
    name: NAME,
    'label?': orNull(TEXT),
    'description?': orNull(TEXT),
    'gallery?': byType('null', {}, REFERENCE),
    'iframe_source_url?': orNull(URL),
    'outbound_link_url?': orNull(URL),
    'places?': listOf(fields({ map: REFERENCE, x: COORDINATE, y: COORDINATE })),
  }),
  table: 'merchandising.marker_description',
  key: ['name'],
  async apply(app, items, { ids: [asset], names }) {
    const errors: FieldErrors = {};
    const rows: MarkerRow[] = [];
    for (const [n, { gallery, places, ...item }] of items.entries()) {
      const at = `${n}.gallery`;
      const galleryId = gallery && (await names.gallery(asset!, gallery as Reference, at, errors));
      const stands: MarkerPlace[] = [];
      for (const [i, { map, x, y }] of ((places ?? []) as NamedPlace[]).entries())
        stands.push({ unit_map_id: await names.map(asset!, map, `${n}.places.${i}.map`, errors), x, y });
      rows.push(modelOf<MarkerRow>({ ...item, gallery_id: galleryId, places: places && stands }));
    }
    throwIfAny(errors);
    return app.get(CommandBus).execute(new UpsertResources(MarkerDescription, { assetId: asset! }, rows));
  },
  prune: pruneAll(MarkerDescription, 'name'),
};

const URLS = { 'urls?': listOf(fields({ unit: UNIT, url: URL })) };

const unitOutboundLinks: Section = {
  path: 'assets.unit_outbound_links',
  ...createBodies(CREATE_UNIT_OUTBOUND_LINK, (type) => (type === 'urls_per_unit' ? URLS : {})),
  table: 'merchandising.unit_outbound_link',
  key: ['name'],
  async apply(app, items, context) {
    const [asset] = context.ids;
    const rows = items.map(({ urls: _, ...row }) => row);
    const outcomes = await upsertAll(UnitOutboundLink, CREATE_UNIT_OUTBOUND_LINK)(app, rows, context);
    return unitsOfItem(items, outcomes, context, 'urls', (outboundLinkId, urls) => {
      const ids = { assetId: asset!, outboundLinkId };
      return setAssignments(app, new SetAssignments(UNIT_OUTBOUND_LINK_URLS, ids, urls, () => context.isPruning));
    });
  },
  prune: pruneAll(UnitOutboundLink, 'name'),
};

const descriptions: Section = {
  path: 'assets.description_groups.descriptions',
  ...createBody(CreateDescriptionDto, { 'units?': UNITS }),
  table: 'merchandising.description',
  key: ['name'],
  async apply(app, items, context) {
    const [asset, group] = context.ids as [string, string];
    const ids = { assetId: asset, groupId: group };
    const rows = items.map(({ units: _, ...row }) =>
      Object.assign(modelOf<CreateDescriptionDto>(row), { groupId: group }),
    );
    const outcomes = await app
      .get(CommandBus)
      .execute(new UpsertResources(Description, ids, rows, rulesOf(CreateDescriptionDto)));
    const assigned: { unitId: string; descriptionId: string }[] = [];
    const errors: FieldErrors = {};
    for (const [n, { units = [] }] of items.entries())
      for (const [at, name] of (units as UnitName[]).entries()) {
        const path = `${n}.units.${at}`;
        const unitId = await context.names.unit(asset, name, path, errors);
        if (!errors[path] && assigned.some((known) => known.unitId === unitId))
          errors[path] = ['has a description of this group already'];
        assigned.push({ unitId, descriptionId: outcomes[n]!.id });
      }
    throwIfAny(errors);
    // a description without a list of units keeps its units
    const listed = new Set(outcomes.flatMap(({ id }, n) => (items[n]!['units'] === undefined ? [] : [id])));
    const isObsolete = ({ descriptionId }: { descriptionId?: unknown }) =>
      context.isPruning && listed.has(descriptionId as string);
    const changes = await app
      .get(CommandBus)
      .execute(new SetAssignments(DESCRIPTION_ASSIGNMENTS, ids, assigned, isObsolete));
    const changed = new Set(changes.map(({ descriptionId }) => descriptionId));
    return outcomes.map((outcome) =>
      changed.has(outcome.id) && outcome.outcome === 'unchanged'
        ? { ...outcome, outcome: 'changed' as const }
        : outcome,
    );
  },
  prune: pruneAll(Description, 'name', (assetId, groupId) => ({ assetId: assetId!, groupId: groupId! })),
};

const filters: Section = {
  path: 'assets.filters',
  ...createBodies(CREATE_FILTER, () => ({ 'options?': {} })),
  table: 'merchandising.filter',
  key: ['name'],
  apply: (app, items, context) =>
    upsertAll(Filter, CREATE_FILTER)(
      app,
      items.map(({ options: _, ...row }) => row),
      context,
    ),
  prune: pruneAll(Filter, 'name'),
};

/** What files name instead of the ids of an option, by its type. */
const NAMED: Record<string, Record<string, JsonSchema>> = {
  custom: { 'units?': UNITS },
  floor: { floor: REFERENCE },
  floor_plan: { floor_plan: REFERENCE },
};

/** An option has the type of its filter. */
const OPTION = Object.fromEntries(
  Object.entries(CREATE_FILTER_OPTION).map(([type, dto]) => [type, createBody(dto, NAMED[type])]),
);
const { type: _, ...optionFields } = Object.assign(
  {},
  ...Object.values(OPTION).map(({ item }) => item['properties']),
) as Record<string, JsonSchema>;

const options: Section = {
  path: 'assets.filters.options',
  item: { type: 'object', properties: optionFields, required: ['label'], additionalProperties: false },
  constraints: (item, filter) => OPTION[filter['type'] as string]!.constraints!(item, filter),
  table: 'merchandising.filter_option',
  key: ['label'],
  check(items, { type }) {
    const errors: FieldErrors = {};
    const { properties, required } = OPTION[type as string]!.item as { properties: object; required: string[] };
    for (const [n, item] of items.entries()) {
      for (const field of required)
        if (field !== 'type' && item[field] === undefined) errors[`${n}.${field}`] = ['is required'];
      for (const field of Object.keys(item).filter((name) => !(name in properties))) {
        const [its] = Object.entries(OPTION).find(([, other]) => field in (other.item['properties'] as object))!;
        errors[`${n}.${field}`] = [`is a field of options of type ${its}`];
      }
    }
    return errors;
  },
  async apply(app, items, context) {
    const [asset, filter] = context.ids as [string, string];
    const errors: FieldErrors = {};
    const rows: UpsertFilterOptions['rows'][number][] = [];
    for (const [n, { units: _, floor, floor_plan: plan, ...row }] of items.entries()) {
      const floorId = floor && (await context.names.floor(asset, floor as Reference, `${n}.floor`, errors));
      const planId = plan && (await context.names.floorPlan(asset, plan as Reference, `${n}.floor_plan`, errors));
      rows.push(modelOf({ ...row, type: context.parent['type'], floor_id: floorId, floor_plan_id: planId }));
    }
    throwIfAny(errors);
    const outcomes = await app
      .get(CommandBus)
      .execute(new UpsertFilterOptions({ assetId: asset, filterId: filter }, rows, rulesOf(CREATE_FILTER_OPTION)));
    return unitsOfItem(items, outcomes, context, 'units', (optionId, units) => {
      const ids = { assetId: asset, filterId: filter, optionId };
      return setAssignments(app, new SetAssignments(FILTER_OPTION_UNITS, ids, units, () => context.isPruning));
    });
  },
  prune: pruneAll(FilterOption, 'label', (assetId, filterId) => ({ assetId: assetId!, filterId: filterId! })),
};

export const merchandisingSections = [
  galleries,
  markers,
  unitOutboundLinks,
  resourceSection({ list: 'description_groups', entity: DescriptionGroup, body: CreateDescriptionGroupDto }),
  descriptions,
  filters,
  options,
];
