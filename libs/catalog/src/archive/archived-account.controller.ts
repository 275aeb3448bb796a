import { Ctx, Operation, type RequestContext, Resource, returns } from '@app/platform/rest';
import { HttpCode } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AccountDto } from '../accounts/account.dto.js';
import { ArchivalDto } from './archive.dto.js';
import { Archive, Restore } from './archive.command.js';
import { DRY_RUN } from './archived-asset.controller.js';

const permission = 'manage.accounts.delete';

@Resource('accounts', { tag: 'Accounts', extension: true })
export class ArchiveAccountController {
  constructor(private readonly commands: CommandBus) {}

  @Operation('DELETE', ':account', {
    id: 'archive-account',
    description:
      'Archives an account: it and its embeds are hidden, and its keys see nothing. Its assets stay, also for other accounts. It can be restored for 30 days; then it is removed, and keys that are limited to it are revoked.',
    permission,
    query: [DRY_RUN],
    returns: returns.one(ArchivalDto),
  })
  archive(@Ctx() { ids, query }: RequestContext<'account', undefined, { dryRun?: boolean }>) {
    return this.commands.execute(new Archive('account', ids.accountId, query.dryRun ?? false));
  }
}

@Resource('archived-accounts', { tag: 'Accounts', extension: true })
export class ArchivedAccountController {
  constructor(private readonly commands: CommandBus) {}

  @Operation('POST', ':archivedAccount/restore', {
    id: 'restore-account',
    description:
      'Restores an archived account with its embeds and the assignment of its assets. One that is not archived stays as it is.',
    permission,
    returns: returns.one(AccountDto),
  })
  @HttpCode(200)
  restore(@Ctx() { actor, ids, filesUrl }: RequestContext<'archivedAccount'>) {
    return this.commands.execute(new Restore(actor, 'account', ids.archivedAccountId, filesUrl));
  }
}
