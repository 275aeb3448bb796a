import { type FieldErrors, invalid, isId, omitUndefined } from '@app/platform/core';
import { type IdReference, ReferenceValidator, Repository } from '@app/platform/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { Embed } from './embed.aggregate.js';
import { isViewerKey } from './viewer-key.value.js';

/** What is left out stays as the embed has it for this map. */
export interface PlacedMap {
  assetId: string;
  unitMapId: string;
  instanceKey?: string | null | undefined;
  /** pricing process whose prices are shown; null = the latest publication */
  pricingProcessId?: string | null | undefined;
}

/** Names of the fields in error messages. */
export interface MapFields {
  list: string;
  process: string;
  /** within an item; absent where the item is named */
  asset?: string;
  map?: string;
}

const KEY_TAKEN = `select 1 from mapping.embed where key = :key union all select 1 from mapping.landing_page where key = :key`;

const WANTED = `select * from json_to_recordset(:maps::json)
  as wanted ("assetId" bigint, "unitMapId" bigint, "instanceKey" text, "pricingProcessId" bigint, position integer)`;

const MISPLACED = `select wanted.position, assigned.asset_id is null as foreign from (${WANTED}) wanted
  left join catalog.account_asset_v1 assigned
    on assigned.account_id = :accountId and assigned.asset_id = wanted."assetId"
  left join mapping.unit_map map on map.asset_id = wanted."assetId" and map.id = wanted."unitMapId"
  where assigned.asset_id is null or map.id is null order by wanted.position`;

/** A single statement, because an embed without a map would be deleted. */
const PLACE = `with wanted as (${WANTED}), gone as (
    delete from mapping.embed_map map where map.account_id = :accountId and map.embed_id = :embed
      and not exists (select from wanted where wanted."assetId" = map.asset_id and wanted.position = map.position)
    returning 1
  ), put as (
    insert into mapping.embed_map as map
      (asset_id, account_id, embed_id, position, unit_map_id, instance_key, pricing_process_id)
    select wanted."assetId", :accountId, :embed, wanted.position, wanted."unitMapId", wanted."instanceKey",
      wanted."pricingProcessId" from wanted
    on conflict (asset_id, account_id, embed_id, position) do update
      set unit_map_id = excluded.unit_map_id, instance_key = excluded.instance_key,
        pricing_process_id = excluded.pricing_process_id
      where (map.unit_map_id, map.instance_key, map.pricing_process_id)
        is distinct from (excluded.unit_map_id, excluded.instance_key, excluded.pricing_process_id)
    returning 1
  )
  select exists (select from gone) or exists (select from put) as changed`;

const PLACED = `select asset_id::text as "assetId", unit_map_id::text as "unitMapId", instance_key as "instanceKey",
    pricing_process_id::text as "pricingProcessId"
  from mapping.embed_map where account_id = :accountId and embed_id = :embed order by position`;

const TOUCH = 'update mapping.embed set updated_at = now() where account_id = :accountId and id = :embed';

@Injectable()
export class Embeds extends Repository<Embed> {
  protected readonly entity = Embed;
  @Inject(ReferenceValidator) private readonly references: ReferenceValidator;

  /** A viewer key of another server, if it is valid and free here. */
  async freeKey(key: string | undefined): Promise<string | undefined> {
    if (key === undefined || !isViewerKey(key)) return undefined;
    return (await this.database.rows(KEY_TAKEN, { key })).length === 0 ? key : undefined;
  }

  /** The maps of an embed, in order. */
  placed({ accountId, id: embed }: Embed): Promise<PlacedMap[]> {
    return this.database.rows<PlacedMap>(PLACED, { accountId, embed });
  }

  /**
   * @param stored the present maps; their pricing processes are accepted, also those that were deleted
   * @throws Problem invalid for maps of assets that the account lacks, for unknown ones, and for unknown processes
   */
  async requireMaps(
    accountId: string,
    maps: readonly PlacedMap[],
    fields: MapFields,
    stored: readonly PlacedMap[] = [],
  ): Promise<void> {
    const { list } = fields;
    if (maps.length === 0) throw invalid({ [list]: ['must name at least one map'] });
    const at = (n: number, field?: string) => `${list}.${n}${field === undefined ? '' : `.${field}`}`;
    const errors = conflictsOf(maps, fields);
    for (const [n, { assetId, unitMapId, pricingProcessId: process }] of maps.entries())
      if (!isId(assetId)) errors[at(n, fields.asset)] = ['is not known'];
      else if (!isId(unitMapId)) errors[at(n, fields.map)] = ['is not known in its asset'];
      else if (typeof process === 'string' && !isId(process))
        errors[at(n, fields.process)] = ['is not known in this asset'];
    if (Object.keys(errors).length === 0)
      for (const { position, foreign } of await this.database.rows<Misplaced>(MISPLACED, {
        accountId,
        maps: inOrder(maps),
      }))
        errors[at(position, foreign ? fields.asset : fields.map)] = [
          foreign ? 'is of an asset that is not of the account' : 'is not known in its asset',
        ];
    if (Object.keys(errors).length === 0)
      for (const asset of new Set(maps.map(({ assetId }) => assetId)))
        Object.assign(errors, await this.references.errors(asset, processesOf(asset, maps, fields, stored)));
    if (Object.keys(errors).length > 0) throw invalid(errors);
  }

  /** Replaces the maps of an embed. @returns whether anything changed */
  async place({ accountId, id: embed }: Embed, maps: readonly PlacedMap[]): Promise<boolean> {
    const [row] = await this.database.rows<{ changed: boolean }>(PLACE, { accountId, embed, maps: inOrder(maps) });
    return row!.changed;
  }

  /** Sets the time of the change, for one that only concerns the maps. */
  async touch({ accountId, id: embed }: Embed): Promise<void> {
    await this.database.execute(TOUCH, { accountId, embed });
  }
}

interface Misplaced {
  position: number;
  foreign: boolean;
}

const inOrder = (maps: readonly PlacedMap[]): string =>
  JSON.stringify(maps.map((map, position) => ({ ...map, position })));

/** Adds what the maps leave out from the stored placements of the same maps. */
export function withStored(maps: readonly PlacedMap[], stored: readonly PlacedMap[]): PlacedMap[] {
  const left = [...stored];
  return maps.map((map) => {
    const at = left.findIndex(({ assetId, unitMapId }) => assetId === map.assetId && unitMapId === map.unitMapId);
    const [known] = at < 0 ? [] : left.splice(at, 1);
    return { ...known, ...omitUndefined(map) } as PlacedMap;
  });
}

const processesOf = (
  asset: string,
  maps: readonly PlacedMap[],
  { list, process }: MapFields,
  stored: readonly PlacedMap[],
): IdReference[] =>
  maps.flatMap(({ assetId, pricingProcessId: id }, n) =>
    assetId !== asset || stored.some((each) => each.assetId === asset && each.pricingProcessId === id)
      ? []
      : [{ path: `${list}.${n}.${process}`, table: 'pricing.process_v1', id }],
  );

/** Maps of one asset must use one pricing process, because a viewer shows one price per unit. */
function conflictsOf(maps: readonly PlacedMap[], { list, process: at }: MapFields): FieldErrors {
  const errors: FieldErrors = {};
  const processes = new Map<string, string>();
  for (const [n, { assetId, pricingProcessId: process }] of maps.entries()) {
    if (!process) continue;
    const known = processes.get(assetId) ?? process;
    if (known !== process) errors[`${list}.${n}.${at}`] = ['must be the same on all maps of an asset'];
    processes.set(assetId, known);
  }
  return errors;
}
