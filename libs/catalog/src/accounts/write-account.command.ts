import type { Actor } from '@app/platform/auth';
import { Problem } from '@app/platform/core';
import { InjectRepository, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Account } from './account.aggregate.js';

/** Creates an account, or renames one. @returns its id */
export class WriteAccount extends Command<string> {
  constructor(
    readonly actor: Actor,
    readonly name: string,
    /** of the account to rename */
    readonly accountId?: string,
  ) {
    super();
  }
}

@CommandHandler(WriteAccount)
export class WriteAccountHandler implements ICommandHandler<WriteAccount> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
  ) {}

  /** @throws Problem 403 for a new account that the caller would not see */
  async execute({ actor, name, accountId }: WriteAccount): Promise<string> {
    if (accountId === undefined && (actor.accounts ?? actor.assets) !== null)
      throw new Problem('forbidden', 'accounts_limited', 'The API key is limited: use one that sees all accounts');
    return this.work.run(async () => {
      if (accountId === undefined) return (await this.accounts.add(new Account(name))).id;
      const account = await this.accounts.lock({ id: accountId });
      account.rename(name);
      await this.accounts.save(account);
      return accountId;
    });
  }
}
