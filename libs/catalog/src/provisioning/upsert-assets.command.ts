import { OPERATOR } from '@app/platform/auth';
import { type FieldErrors, invalid, Problem } from '@app/platform/core';
import { Database, UnitOfWork, type UpsertResult } from '@app/platform/persistence';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CreateAssetDto } from '../assets/asset.dto.js';
import { Assets } from '../assets/asset.repository.js';
import { CreateAsset } from '../assets/create-asset.command.js';
import { UpdateAsset } from '../assets/update-asset.command.js';

/** A new asset, or the id of an existing one with its fields. */
export type AssetRow = CreateAssetDto & { id?: string };

/** Creates or updates assets, matched by id, otherwise by name. */
export class UpsertAssets extends Command<UpsertResult[]> {
  constructor(
    /** validated */
    readonly assets: readonly AssetRow[],
  ) {
    super();
  }
}

const FIND = `select given.n, min(asset.id)::text as id, count(asset.id)::int as count
  from json_to_recordset(:assets::json) as given(n int, id text, name text)
  left join catalog.asset asset on asset.id::text = given.id or (given.id is null and asset.name = given.name)
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
  execute({ assets }: UpsertAssets): Promise<UpsertResult[]> {
    return this.work.run(async () => {
      await this.assets.beginNaming(true);
      const ids = await this.find(assets);
      const results: UpsertResult[] = [];
      for (const [n, { id: _, ...fields }] of assets.entries()) results.push(await this.upsert(n, ids[n]!, fields));
      return results;
    });
  }

  private async find(assets: readonly AssetRow[]): Promise<(string | null)[]> {
    const found = await this.database.rows<{ n: number; id: string | null; count: number }>(FIND, {
      assets: JSON.stringify(assets.map(({ id, name }, n) => ({ n, id, name }))),
    });
    const faults: FieldErrors = {};
    for (const { n, id, count } of found) {
      if (assets[n]!.id !== undefined && id === null) faults[`${n}.id`] = ['is not the id of an asset'];
      if (count > 1) faults[`${n}.name`] = [`is the name of ${count} assets: say which one by its id`];
    }
    if (Object.keys(faults).length > 0) throw invalid(faults);
    return found.map(({ id }) => id);
  }

  private async upsert(n: number, id: string | null, fields: CreateAssetDto): Promise<UpsertResult> {
    try {
      if (id === null)
        return { id: await this.commands.execute(new CreateAsset(OPERATOR, fields)), outcome: 'created' };
      const isChanged = await this.commands.execute(new UpdateAsset(OPERATOR, id, fields));
      return { id, outcome: isChanged ? 'changed' : 'unchanged' };
    } catch (error) {
      if (error instanceof Problem && error.kind === 'conflict') throw invalid({ [`${n}.name`]: [error.message] });
      throw error;
    }
  }
}
