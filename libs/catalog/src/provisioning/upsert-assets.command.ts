import { OPERATOR } from '@app/platform/auth';
import { type FieldErrors, invalid, Problem } from '@app/platform/core';
import { Database, UnitOfWork, type UpsertResult } from '@app/platform/persistence';
import type { Rules } from '@app/platform/resources';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AssetFields } from '../assets/asset.dto.js';
import { Assets } from '../assets/asset.repository.js';
import { CreateAsset } from '../assets/create-asset.command.js';
import { UpdateAsset } from '../assets/update-asset.command.js';

/** A new asset, or the id of an existing one with its fields. With a `uuid`, the id is one to keep. */
export type AssetRow = AssetFields & { id?: string; uuid?: string };

/** Creates or updates assets, matched by uuid, otherwise by id, otherwise by name. */
export class UpsertAssets extends Command<UpsertResult[]> {
  constructor(
    /** validated */
    readonly assets: readonly AssetRow[],
    /** `rulesOf(CreateAssetDto)` */
    readonly rules: Rules | undefined,
  ) {
    super();
  }
}

const FIND = `select given.n, min(asset.id)::text as id, count(asset.id)::int as count
  from json_to_recordset(:assets::json) as given(n int, id text, uuid uuid, name text)
  left join catalog.asset asset on asset.archived_at is null and case when given.uuid is not null then asset.uuid = given.uuid
    when given.id is not null then asset.id::text = given.id else asset.name = given.name end
  group by given.n order by given.n`;

@CommandHandler(UpsertAssets)
export class UpsertAssetsHandler implements ICommandHandler<UpsertAssets> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly assets: Assets,
    private readonly database: Database,
    private readonly commands: CommandBus,
  ) {}

  /** @throws Problem invalid, naming assets (`3.name`) that are unknown, ambiguous or duplicate */
  execute({ assets, rules }: UpsertAssets): Promise<UpsertResult[]> {
    return this.work.run(async () => {
      await this.assets.lockNames(true);
      const ids = await this.find(assets);
      const results: UpsertResult[] = [];
      for (const [n, row] of assets.entries()) results.push(await this.upsert(n, ids[n]!, row, rules));
      return results;
    });
  }

  private async find(assets: readonly AssetRow[]): Promise<(string | null)[]> {
    const found = await this.database.rows<{ n: number; id: string | null; count: number }>(FIND, {
      assets: JSON.stringify(assets.map(({ id, uuid, name }, n) => ({ n, id, uuid, name }))),
    });
    const errors: FieldErrors = {};
    for (const { n, id, count } of found) {
      if (assets[n]!.id !== undefined && assets[n]!.uuid === undefined && id === null)
        errors[`${n}.id`] = ['is not the id of an asset'];
      if (count > 1) errors[`${n}.name`] = [`is the name of ${count} assets: give the id instead`];
    }
    if (Object.keys(errors).length > 0) throw invalid(errors);
    return found.map(({ id }) => id);
  }

  private async upsert(
    n: number,
    id: string | null,
    { id: wanted, uuid, ...fields }: AssetRow,
    rules: Rules | undefined,
  ): Promise<UpsertResult> {
    const known = uuid === undefined ? {} : { uuid, ...(wanted !== undefined && { id: wanted }) };
    try {
      if (id === null)
        return { id: await this.commands.execute(new CreateAsset(OPERATOR, fields, known)), outcome: 'created' };
      const isChanged = await this.commands.execute(new UpdateAsset(OPERATOR, id, fields, rules));
      return { id, outcome: isChanged ? 'changed' : 'unchanged' };
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.kind === 'conflict') throw invalid({ [`${n}.name`]: [error.message] });
      const fields = Object.entries(error.fields ?? {}).map(([path, texts]) => [`${n}.${path}`, texts]);
      if (fields.length > 0) throw invalid(Object.fromEntries(fields) as FieldErrors);
      throw error;
    }
  }
}
