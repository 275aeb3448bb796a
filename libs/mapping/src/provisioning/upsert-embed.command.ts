import {
  Database,
  type ProvisionRow,
  matchParameters,
  matchByIdOrName,
  UnitOfWork,
  type UpsertResult,
} from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Embed } from '../embeds/embed.aggregate.js';
import { Embeds, type MapFields, type PlacedMap, withStored } from '../embeds/embed.repository.js';

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

/** Creates or updates an embed, matched by name. */
export class UpsertEmbed extends Command<UpsertResult> {
  constructor(
    readonly accountId: string,
    readonly declared: EmbedRow,
  ) {
    super();
  }
}

const FIND = `select id::text from mapping.embed where account_id = :accountId and ${matchByIdOrName('name')}`;

const FIELDS: MapFields = { list: 'maps', process: 'pricing_process' };

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
        await this.embeds.requireMaps(accountId, maps, FIELDS);
        const key = await this.embeds.freeKey(declared.key);
        const embed = await this.embeds.add(new Embed(accountId, name, fields, key), declared.id);
        await this.embeds.place(embed, maps);
        return { id: embed.id, outcome: 'created' };
      }
      const embed = await this.embeds.lock({ accountId, id: found.id });
      const stored = await this.embeds.placed(embed);
      const wanted = withStored(mapsOf ? amongOthers(maps, stored, mapsOf) : maps, stored);
      await this.embeds.requireMaps(accountId, wanted, FIELDS, stored);
      const changed = embed.revise(fields);
      if (changed) await this.embeds.save(embed);
      const placed = await this.embeds.place(embed, wanted);
      if (placed) await this.embeds.touch(embed);
      return { id: embed.id, outcome: changed || placed ? 'changed' : 'unchanged' };
    });
  }
}

/** Replaces the stored maps of these assets, in their places and then at the end; those of other assets stay. */
function amongOthers(maps: readonly PlacedMap[], stored: readonly PlacedMap[], of: ReadonlySet<string>): PlacedMap[] {
  const left = [...maps];
  return [...stored.flatMap((map) => (of.has(map.assetId) ? left.splice(0, 1) : [map])), ...left];
}
