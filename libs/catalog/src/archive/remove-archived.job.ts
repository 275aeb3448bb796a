import { ApiKeyRepository } from '@app/platform/auth';
import { InjectRepository, Repository, Scheduled, ScheduledJob } from '@app/platform/persistence';
import { isRestorable } from '../access.js';
import { Account } from '../accounts/account.aggregate.js';
import { Asset } from '../assets/asset.aggregate.js';
import { Contents } from './contents.repository.js';
import type { Archivable } from '../list-archived.queries.js';

const EVERY_MS = 600_000;
/** Assets or accounts of one run. */
const BATCH = 100;

const due = (kind: Archivable) => `select id::text from catalog.${kind} where archived_at is not null
  and not ${isRestorable(kind)} order by id limit ${BATCH}`;

const IS_DUE = `select from catalog.asset where id = :id and archived_at is not null and not ${isRestorable('asset')}`;

/** Removes what can no longer be restored. */
@Scheduled('remove-archived', EVERY_MS)
export class RemoveArchivedJob extends ScheduledJob {
  constructor(
    @InjectRepository(Asset) private readonly assets: Repository<Asset>,
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    private readonly keys: ApiKeyRepository,
    private readonly contents: Contents,
  ) {
    super();
  }

  override async run(): Promise<void> {
    for (const { id } of await this.database.rows<{ id: string }>(due('asset'))) await this.removeAsset(id);
    for (const { id } of await this.database.rows<{ id: string }>(due('account')))
      await this.work.run(async () => {
        await this.accounts.remove(await this.accounts.lock({ id }));
        await this.keys.forgetAccount(id);
      });
  }

  /** Removes the contents in many short transactions, and then the asset. */
  private async removeAsset(id: string): Promise<void> {
    for (const table of await this.contents.tablesOfAssets()) {
      const step = () => this.work.run(async () => ((await this.isDue(id)) ? this.contents.removeSome(table, id) : 0));
      while ((await step()) > 0);
    }
    await this.work.run(async () => {
      if (await this.isDue(id)) await this.assets.remove(await this.assets.lock({ id }));
    });
  }

  /** Waits for a request that is restoring it. */
  private async isDue(id: string): Promise<boolean> {
    await this.assets.lockAll({ id });
    return (await this.database.rows(IS_DUE, { id })).length > 0;
  }
}
