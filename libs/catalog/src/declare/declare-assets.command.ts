import { OPERATOR } from '@app/platform/auth';
import { type FieldErrors, invalid, Problem } from '@app/platform/core';
import { Database, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Asset } from '../assets/asset.aggregate.js';
import type { CreateAssetDto } from '../assets/asset.dto.js';
import { Assets } from '../assets/asset.repository.js';
import type { Declared } from './declared.value.js';

/** A new asset, or the id of one that is there with the fields that may differ. */
export type DeclaredAsset = CreateAssetDto & { id?: string };

/** Makes declared assets true; found by id, else by name. Answers one `Declared` for each. */
export class DeclareAssets extends Command<Declared[]> {
  constructor(
    /** valid */
    readonly assets: readonly DeclaredAsset[],
  ) {
    super();
  }
}

const FIND = `select given.n, min(asset.id)::text as id, count(asset.id)::int as count
  from json_to_recordset(:assets::json) as given(n int, id text, name text)
  left join catalog.asset asset on asset.id::text = given.id or (given.id is null and asset.name = given.name)
  group by given.n order by given.n`;

@CommandHandler(DeclareAssets)
export class DeclareAssetsHandler implements ICommandHandler<DeclareAssets> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly assets: Assets,
    private readonly database: Database,
  ) {}

  /** @throws Problem invalid, naming assets (`3.name`) that are not found, ambiguous, or the same as another */
  execute({ assets }: DeclareAssets): Promise<Declared[]> {
    return this.work.run(async () => {
      await this.assets.beginNaming(true);
      const ids = await this.find(assets);
      const declared: Declared[] = [];
      for (const [n, { id: _, ...fields }] of assets.entries()) declared.push(await this.declare(n, ids[n]!, fields));
      return declared;
    });
  }

  private async find(assets: readonly DeclaredAsset[]): Promise<(string | null)[]> {
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

  private async declare(n: number, id: string | null, fields: CreateAssetDto): Promise<Declared> {
    try {
      return id === null ? await this.create(fields) : await this.change(id, fields);
    } catch (error) {
      if (error instanceof Problem && error.kind === 'conflict') throw invalid({ [`${n}.name`]: [error.message] });
      throw error;
    }
  }

  private async create(fields: CreateAssetDto): Promise<Declared> {
    const asset = new Asset(fields);
    await this.assets.requireUnique(asset, OPERATOR);
    await this.assets.add(asset);
    return { id: asset.id, made: 'created' };
  }

  private async change(id: string, fields: CreateAssetDto): Promise<Declared> {
    const asset = await this.assets.lock({ id });
    const names = Object.keys(fields) as (keyof CreateAssetDto)[];
    if (names.every((name) => asset[name] === fields[name])) return { id, made: 'unchanged' };
    asset.revise(fields);
    await this.assets.requireUnique(asset, OPERATOR);
    await this.assets.save(asset);
    return { id, made: 'changed' };
  }
}
