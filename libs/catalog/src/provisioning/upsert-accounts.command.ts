import { OPERATOR } from '@app/platform/auth';
import {
  Database,
  InjectRepository,
  Repository,
  UnitOfWork,
  type UpsertResult,
  type WithId,
} from '@app/platform/persistence';
import { type FieldErrors, invalid, Problem } from '@app/platform/core';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Account } from '../accounts/account.aggregate.js';
import { AssignAssets } from '../accounts/assign-assets.command.js';
import { Assets } from '../assets/asset.repository.js';

export interface AccountRow extends WithId {
  name: string;
  /** by name or id; other assets of the account stay assigned */
  assets?: readonly (string | { id: string })[];
}

/** The outcome for an account, with the ids of the listed assets. */
type AccountResult = UpsertResult & { assets: string[] };

/** Creates or updates accounts, matched by name, and assigns the listed assets. */
export class UpsertAccounts extends Command<AccountResult[]> {
  constructor(
    /** validated, with unique names */
    readonly accounts: readonly AccountRow[],
  ) {
    super();
  }
}

const FIND = `select name, array_agg(id::text) as ids from catalog.account where archived_at is null and name = any (:names) group by name`;

const FIND_ASSETS = `select given.path, min(asset.id)::text as id, count(asset.id)::int as count
  from json_to_recordset(:named::json) as given(path text, id text, name text)
  left join catalog.asset asset on asset.archived_at is null and (asset.id::text = given.id or asset.name = given.name)
  group by given.path`;

@CommandHandler(UpsertAccounts)
export class UpsertAccountsHandler implements ICommandHandler<UpsertAccounts> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly database: Database,
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    private readonly assets: Assets,
    private readonly commands: CommandBus,
  ) {}

  /** @throws Problem invalid, naming accounts (`0.name`) and assets (`0.assets.1`) that are unknown or ambiguous */
  execute({ accounts }: UpsertAccounts): Promise<AccountResult[]> {
    return this.work.run(async () => {
      await this.assets.lockNames(true);
      const errors: FieldErrors = {};
      const ids = await this.find(accounts, errors);
      const assets = await this.findAssets(accounts, errors);
      if (Object.keys(errors).length > 0) throw invalid(errors);
      const results: AccountResult[] = [];
      for (const [n, row] of accounts.entries()) results.push(await this.upsert(n, row, ids[n], assets[n]!));
      return results;
    });
  }

  private async find(accounts: readonly AccountRow[], errors: FieldErrors): Promise<(string | undefined)[]> {
    const names = accounts.map(({ name }) => name);
    const rows = await this.database.rows<{ name: string; ids: string[] }>(FIND, { names });
    const idsOf = new Map(rows.map(({ name, ids }) => [name, ids]));
    return names.map((name, n) => {
      const [id, ...others] = idsOf.get(name) ?? [];
      if (others.length > 0) errors[`${n}.name`] = [`is the name of ${others.length + 1} accounts`];
      return id;
    });
  }

  private async findAssets(accounts: readonly AccountRow[], errors: FieldErrors): Promise<string[][]> {
    const named = accounts.flatMap(({ assets = [] }, n) =>
      assets.map((asset, at) => ({
        path: `${n}.assets.${at}`,
        ...(typeof asset === 'string' ? { name: asset } : { id: asset.id }),
      })),
    );
    const rows = await this.database.rows<{ path: string; id: string | null; count: number }>(FIND_ASSETS, {
      named: JSON.stringify(named),
    });
    const found = new Map(rows.map((row) => [row.path, row]));
    for (const { path, id, count } of rows) {
      if (id === null) errors[path] = ['is not an asset'];
      if (count > 1) errors[path] = [`is the name of ${count} assets: give the id instead`];
    }
    return accounts.map(({ assets = [] }, n) => assets.flatMap((_, at) => found.get(`${n}.assets.${at}`)?.id ?? []));
  }

  private async upsert(
    n: number,
    { name, id: wanted }: AccountRow,
    found: string | undefined,
    assets: string[],
  ): Promise<AccountResult> {
    const id = found ?? (await this.accounts.add(new Account(name), wanted)).id;
    const items = assets.map((assetId) => ({ assetId }));
    const assigned = await this.commands.execute(new AssignAssets(OPERATOR, id, items)).catch((error: unknown) => {
      throw error instanceof Problem && error.kind === 'conflict'
        ? invalid({ [`${n}.assets`]: [error.message] })
        : error;
    });
    return { id, outcome: found === undefined ? 'created' : assigned > 0 ? 'changed' : 'unchanged', assets };
  }
}
