import { createHash } from 'node:crypto';
import { Database } from '@app/platform/persistence';
import { MiB, type Settings, SETTINGS } from '@app/platform/core';
import { type PageKind, FindViewerPage, type ViewerPage } from '@app/mapping/contract';
import { Inject } from '@nestjs/common';
import { CommandBus, type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { LRUCache } from 'lru-cache';
import { RequestBuild } from '../builds/request-build.command.js';
import type { PriceState, ViewerDocument } from '../composition/viewer-document.schema.js';
import { STATES } from './priced-view.entity.js';
import { withFileUrls } from '../composition/file-urls.js';

/** A document as JSON; the tag identifies its content. */
interface Document {
  json: string;
  etag: string;
}

/** A page of the viewer with its document, or the reason why there is none yet. */
export type PageDocument = { page: ViewerPage } & (({ state: 'ready' } & Document) | { state: 'building' | 'failed' });

/** @returns undefined for an unknown key */
export class ViewPageDocument extends Query<PageDocument | undefined> {
  constructor(
    readonly kind: PageKind,
    readonly key: string,
  ) {
    super();
  }
}

/** The version of an asset's part of a document. */
interface Version {
  asset: string;
  state: PriceState;
  asOf: string | null;
  today: string;
  etag: string;
}

interface Row extends Version {
  frame: string;
  priced: string;
  markers: string;
  maps: string;
}

/** The day that the document is valid for: today where the asset stands, unless a unit has become available since the build. */
const TODAY = `least((platform.now() at time zone view.time_zone)::date, priced.next_available_on - 1)`;

const VERSION = `view.asset_id::text as asset, priced.state,
    to_json(date_trunc('second', priced.as_of)) #>> '{}' as "asOf", ${TODAY}::text as today, view.etag || priced.etag as etag`;

const OF_ASSETS = `from viewer.asset_view view
  cross join lateral (select * from viewer.priced_view priced where priced.asset_id = view.asset_id
    order by priced.process_id = any (:processes::bigint[]) desc, priced.as_of desc nulls last, priced.process_id
    limit 1) priced
  where view.asset_id = any (:assets::bigint[]) order by array_position(:assets::bigint[], view.asset_id)`;

const READ_VERSIONS = `select ${VERSION} ${OF_ASSETS}`;

const READ = `
  with placed as (
    select * from json_to_recordset(:placed::json) as placed (map text, keys jsonb, position integer)
  )
  select ${VERSION}, view.body as frame, priced.body as priced,
    (select coalesce(jsonb_agg(marker || jsonb_build_object('places',
        (select coalesce(jsonb_agg(place), '[]') from jsonb_array_elements(marker -> 'places') place
          where place ->> 'map_id' in (select map from placed)))), '[]')::text
      from jsonb_array_elements(view.markers) marker) as markers,
    (select coalesce(string_agg(((view.maps -> placed.map) || jsonb_build_object('instance_keys', placed.keys))::text, ','
        order by placed.position), '') from placed where view.maps ? placed.map) as maps
  ${OF_ASSETS}`;

const FAILED = `select from viewer.build_request where asset_id = any (:assets::bigint[]) and attempts > 0 limit 1`;

/** Characters of the documents that a process keeps. */
const KEPT = 16 * MiB;

@QueryHandler(ViewPageDocument)
export class ViewPageDocumentHandler implements IQueryHandler<ViewPageDocument> {
  /** by tag, because composing a document takes several times as long as reading the tags of its parts */
  private readonly kept = new LRUCache<string, Document>({ maxSize: KEPT, sizeCalculation: ({ json }) => json.length });

  constructor(
    private readonly database: Database,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async execute({ kind, key }: ViewPageDocument): Promise<PageDocument | undefined> {
    const page = isViewerKey(key) ? await this.queries.execute(new FindViewerPage(kind, key)) : undefined;
    if (!page) return undefined;
    const assets = [...new Set(page.maps.map((placed) => placed.asset_id))];
    const processes = page.maps.flatMap((placed) => placed.pricing_process_id ?? []);
    const versions = await this.database.read<Version>(READ_VERSIONS, { assets, processes }, 'viewer.asset_view');
    if (versions.length < assets.length) return { page, state: await this.missing(assets, versions) };
    const served = { kind, key, page, publicUrl: this.settings.publicUrl };
    const kept = this.kept.get(tagOf(headOf(served, versions), served, versions));
    if (kept) return { page, state: 'ready', ...kept };
    const values = { assets, processes, placed: JSON.stringify(placedMaps(page)) };
    const rows = await this.database.read<Row>(READ, values, 'viewer.asset_view');
    if (rows.length < assets.length) return { page, state: await this.missing(assets, rows) };
    const document = documentOf(served, rows);
    this.kept.set(document.etag, document);
    return { page, state: 'ready', ...document };
  }

  /** Requests missing builds. The endpoint is public, so a failing build keeps its back-off. */
  private async missing(assets: string[], rows: readonly Version[]): Promise<'building' | 'failed'> {
    const built = new Set(rows.map((row) => row.asset));
    const missing = assets.filter((asset) => !built.has(asset));
    await this.commands.execute(new RequestBuild(missing, 'missing'));
    const failed = await this.database.rows(FAILED, { assets: missing });
    return failed.length > 0 ? 'failed' : 'building';
  }
}

/** Whether a text can be a key; anything else is unknown without a query. */
const isViewerKey = (text: string): boolean => /^[a-z0-9]{1,64}$/.test(text);

/** The distinct maps at their first position, with all their names. */
function placedMaps({ maps }: ViewerPage): { map: string; keys: string[]; position: number }[] {
  const placed = new Map<string, string[]>();
  for (const { map_id: map, instance_key: key } of maps)
    placed.set(map, [...(placed.get(map) ?? []), ...(key === null ? [] : [key])]);
  return [...placed].map(([map, keys], position) => ({ map, keys, position }));
}

interface Served {
  kind: PageKind;
  key: string;
  page: ViewerPage;
  publicUrl: string | undefined;
}

/** The members before `assets`, as JSON. */
function headOf({ kind, key, page }: Served, versions: readonly Version[]): string {
  const asOf = versions.flatMap((version) => version.asOf ?? []).sort()[0];
  const head: Omit<ViewerDocument, 'assets'> = {
    version: 2,
    kind,
    key,
    name: page.name,
    tags: page.tags,
    ...(page.allowed_origins.length > 0 && { allowed_origins: page.allowed_origins }),
    state: worstOf(versions.map((version) => version.state)),
    ...(asOf !== undefined && { as_of: asOf }),
    today: versions.map((version) => version.today).sort()[0]!,
  };
  return JSON.stringify(head);
}

function tagOf(head: string, { page, publicUrl }: Served, versions: readonly Version[]): string {
  const etag = createHash('sha1')
    .update(head)
    .update(JSON.stringify([page.maps, publicUrl]));
  for (const version of versions) etag.update(version.etag);
  return `W/"${etag.digest('base64url')}"`;
}

function documentOf(served: Served, rows: readonly Row[]): Document {
  const head = headOf(served, rows);
  const assets = rows.map(
    ({ frame, priced, markers, maps }) =>
      `{${members(frame)},${members(priced)},"markers":${markers},"maps":[${maps}]}`,
  );
  return {
    json: withFileUrls(`${head.slice(0, -1)},"assets":[${assets.join(',')}]}`, served.publicUrl),
    etag: tagOf(head, served, rows),
  };
}

const worstOf = (states: readonly PriceState[]): PriceState =>
  STATES[Math.max(...states.map((state) => STATES.indexOf(state)))]!;

/** The members of a JSON object, without its braces. */
const members = (object: string): string => object.slice(1, -1);
