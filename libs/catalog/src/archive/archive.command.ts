import { type Actor } from '@app/platform/auth';
import { notFound, timeText } from '@app/platform/core';
import { Clock, InjectRepository, type Json, Repository, UnitOfWork } from '@app/platform/persistence';
import type { Affected } from '@app/platform/resources';
import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import type { Archivable } from '../list-archived.queries.js';
import { Account } from '../accounts/account.aggregate.js';
import { ViewAccount } from '../accounts/account.queries.js';
import { Asset } from '../assets/asset.aggregate.js';
import { ViewAsset } from '../assets/asset.queries.js';
import { Contents } from './contents.repository.js';
import { Assets } from '../assets/asset.repository.js';

/** What was archived; names as on the wire. */
export interface Archival {
  id: string;
  dry_run: boolean;
  archived_at: string | null;
  contents: Affected[];
}

/** Hides an asset or an account, until it is restored or removed. @throws Problem 404 */
export class Archive extends Command<Archival> {
  constructor(
    readonly kind: Archivable,
    readonly id: string,
    readonly isDryRun: boolean,
  ) {
    super();
  }
}

/** Restores what is archived; what is not stays as it is. @throws Problem 404, and 409 for an asset whose name and address are taken meanwhile */
export class Restore extends Command<Json> {
  constructor(
    readonly actor: Actor,
    readonly kind: Archivable,
    readonly id: string,
    readonly filesUrl: string,
  ) {
    super();
  }
}

@CommandHandler(Archive)
export class ArchiveHandler implements ICommandHandler<Archive> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly assets: Assets,
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    private readonly contents: Contents,
    private readonly clock: Clock,
  ) {}

  execute({ kind, id, isDryRun }: Archive): Promise<Archival> {
    const repository: Repository<Asset> | Repository<Account> = kind === 'asset' ? this.assets : this.accounts;
    return this.work.run(async () => {
      const found: Asset | Account = await repository.lock({ id });
      if (found.archivedAt) throw notFound();
      const contents = await this.contents.of(kind, id);
      if (isDryRun) return { id, dry_run: true, archived_at: null, contents };
      found.archivedAt = new Date(Math.floor((await this.clock.now()).getTime() / 1000) * 1000);
      await repository.save(found as Asset & Account);
      return { id, dry_run: false, archived_at: timeText(found.archivedAt), contents };
    });
  }
}

@CommandHandler(Restore)
export class RestoreHandler implements ICommandHandler<Restore> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly assets: Assets,
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    private readonly queries: QueryBus,
  ) {}

  /** @returns what is restored; read before the commit, after which another request may archive it again */
  execute({ actor, kind, id, filesUrl }: Restore): Promise<Json> {
    return this.work.run(async () => {
      if (kind === 'asset') await this.restoreAsset(actor, id);
      else await this.restoreAccount(id);
      return this.queries.execute<Json>(
        kind === 'asset' ? new ViewAsset(actor, id, filesUrl) : new ViewAccount(actor, id),
      );
    });
  }

  private async restoreAsset(actor: Actor, id: string): Promise<void> {
    await this.assets.lockNames();
    const asset = await this.assets.lock({ id });
    if (!asset.archivedAt) return;
    asset.archivedAt = null;
    await this.assets.requireUnique(asset, actor);
    await this.assets.save(asset);
  }

  private async restoreAccount(id: string): Promise<void> {
    const account = await this.accounts.lock({ id });
    account.archivedAt = null;
    await this.accounts.save(account);
  }
}
