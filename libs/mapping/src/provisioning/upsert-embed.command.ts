import {
  Database,
  type ProvisionRow,
  matchParameters,
  matchByIdOrName,
  Repository,
  UnitOfWork,
  type UpsertResult,
} from '@app/platform/persistence';
import { type FieldErrors, invalid, omitUndefined } from '@app/platform/core';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Embed } from '../embeds/embed.aggregate.js';
import { isViewerKey } from '../embeds/viewer-key.value.js';

/** What is left out stays as the embed has it for this map. */
export interface PlacedMap {
  assetId: string;
  unitMapId: string;
  instanceKey?: string | null | undefined;
  /** pricing process whose prices are shown; null = the latest publication */
  pricingProcessId?: string | null | undefined;
}

export interface EmbedRow extends ProvisionRow {
  name: string;
  /** key in its URL, kept if it is free */
  key?: string;
  tags?: string[] | undefined;
  /** origins that may frame it; empty or null = all */
  allowedOrigins?: string[] | null | undefined;
  /** at least one, in display order */
  maps: PlacedMap[];
  /** ids of the assets that `maps` is about; the embed keeps its maps of others. Default: all */
  mapsOf?: ReadonlySet<string> | undefined;
}

/** Creates or updates an embed, matched by name; the API has no create operation for embeds. */
export class UpsertEmbed extends Command<UpsertResult> {
  constructor(
    readonly accountId: string,
    readonly declared: EmbedRow,
  ) {
    super();
  }
}

const KEY_TAKEN = `select 1 from mapping.embed where key = :key union all select 1 from mapping.landing_page where key = :key`;

@Injectable()
export class Embeds extends Repository<Embed> {
  protected readonly entity = Embed;

  /** A viewer key of another server, if it is valid and free here. */
  async freeKey(key: string | undefined): Promise<string | undefined> {
    if (key === undefined || !isViewerKey(key)) return undefined;
    return (await this.database.rows(KEY_TAKEN, { key })).length === 0 ? key : undefined;
  }
}

const FIND = `select id::text from mapping.embed where account_id = :accountId and ${matchByIdOrName('name')}`;

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

@CommandHandler(UpsertEmbed)
export class UpsertEmbedHandler implements ICommandHandler<UpsertEmbed> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    private readonly embeds: Embeds,
  ) {}

  execute({ accountId, declared }: UpsertEmbed): Promise<UpsertResult> {
    const { name, tags, allowedOrigins, maps, mapsOf } = declared;
    const fields = { name, tags, allowedOrigins: allowedOrigins === null ? [] : allowedOrigins };
    return this.work.run(async () => {
      const [found] = await this.database.rows<{ id: string }>(FIND, {
        accountId,
        ...matchParameters(declared, name),
      });
      if (!found) {
        await this.requireMaps(accountId, maps);
        const key = await this.embeds.freeKey(declared.key);
        const { id } = await this.embeds.add(new Embed(accountId, name, fields, key), declared.id);
        await this.place(accountId, id, maps);
        return { id, outcome: 'created' };
      }
      const embed = await this.embeds.lock({ accountId, id: found.id });
      const stored = await this.database.rows<PlacedMap>(PLACED, { accountId, embed: embed.id });
      const wanted = withStored(mapsOf ? amongOthers(maps, stored, mapsOf) : maps, stored);
      await this.requireMaps(accountId, wanted);
      const changed = embed.revise(fields);
      if (changed) await this.embeds.save(embed);
      const placed = await this.place(accountId, embed.id, wanted);
      if (placed) await this.database.execute(TOUCH, { accountId, embed: embed.id });
      return { id: embed.id, outcome: changed || placed ? 'changed' : 'unchanged' };
    });
  }

  private async requireMaps(accountId: string, maps: readonly PlacedMap[]): Promise<void> {
    if (maps.length === 0) throw invalid({ maps: ['must name at least one map'] });
    const misplaced = await this.database.rows<{ position: number; foreign: boolean }>(MISPLACED, {
      accountId,
      maps: inOrder(maps),
    });
    const errors = conflictsOf(maps);
    for (const { position, foreign } of misplaced)
      errors[`maps.${position}`] = [
        foreign ? 'is of an asset that is not of the account' : 'is not known in its asset',
      ];
    if (Object.keys(errors).length > 0) throw invalid(errors);
  }

  private async place(accountId: string, embed: string, maps: readonly PlacedMap[]): Promise<boolean> {
    const [row] = await this.database.rows<{ changed: boolean }>(PLACE, { accountId, embed, maps: inOrder(maps) });
    return row!.changed;
  }
}

const inOrder = (maps: readonly PlacedMap[]): string =>
  JSON.stringify(maps.map((map, position) => ({ ...map, position })));

/** Replaces the stored maps of these assets, in their places and then at the end; those of other assets stay. */
function amongOthers(maps: readonly PlacedMap[], stored: readonly PlacedMap[], of: ReadonlySet<string>): PlacedMap[] {
  const left = [...maps];
  return [...stored.flatMap((map) => (of.has(map.assetId) ? left.splice(0, 1) : [map])), ...left];
}

/** Adds what the maps leave out from the stored placements of the same maps. */
function withStored(maps: readonly PlacedMap[], stored: readonly PlacedMap[]): PlacedMap[] {
  const left = [...stored];
  return maps.map((map) => {
    const at = left.findIndex(({ assetId, unitMapId }) => assetId === map.assetId && unitMapId === map.unitMapId);
    const [known] = at < 0 ? [] : left.splice(at, 1);
    return { ...known, ...omitUndefined(map) } as PlacedMap;
  });
}

/** Maps of one asset must use one pricing process, because a viewer shows one price per unit. */
function conflictsOf(maps: readonly PlacedMap[]): FieldErrors {
  const errors: FieldErrors = {};
  const processes = new Map<string, string>();
  for (const [n, { assetId, pricingProcessId: process }] of maps.entries()) {
    if (!process) continue;
    const known = processes.get(assetId) ?? process;
    if (known !== process) errors[`maps.${n}.pricing_process`] = ['must be the same on all maps of an asset'];
    processes.set(assetId, known);
  }
  return errors;
}
