import { body, Ctx, Operation, param, type RequestContext, Resource, returns } from '@app/platform/rest';
import { UnitOfWork } from '@app/platform/persistence';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ARCHIVED } from '../archived.dto.js';
import { ListArchived } from '../list-archived.queries.js';
import { AssetDto } from '../assets/asset.dto.js';
import { AccountAssetDto, AccountDto, WriteAccountDto } from './account.dto.js';
import { ListAccountAssets, ListAccounts, ViewAccount } from './account.queries.js';
import { AssignAssets } from './assign-assets.command.js';
import { WriteAccount } from './write-account.command.js';
import { UnassignAssets } from './unassign-assets.command.js';

const FLAG = 'accounts-assets';

@Resource('accounts', { tag: 'Accounts' })
export class AccountController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly work: UnitOfWork,
  ) {}

  @Operation('GET', '', {
    id: 'list-accounts',
    description:
      'Lists the accounts that the key may see. Most operations need only an asset id; you need an account id to list embeds and to assign assets.',
    query: [ARCHIVED],
    returns: returns.list(AccountDto),
  })
  list(@Ctx() { actor, page, query, filesUrl }: RequestContext<never, undefined, { archived?: boolean }>) {
    if (query.archived) return this.queries.execute(new ListArchived('account', actor, page, filesUrl));
    return this.queries.execute(new ListAccounts(actor, page));
  }

  @Operation('POST', '', {
    id: 'create-account',
    extension: true,
    description: 'Adds an account. Assign assets to it next. The key must see all accounts.',
    permission: 'manage.accounts.create',
    body: body.json(WriteAccountDto).ignoring(AccountDto),
    returns: returns.one(AccountDto),
    errors: { 403: { accounts_limited: 'The API key is limited: use one that sees all accounts' } },
  })
  async create(@Ctx() { actor, body, created }: RequestContext<never, WriteAccountDto>) {
    return this.work.run(async () => {
      const id = await this.commands.execute(new WriteAccount(actor, body.name));
      return created(id, await this.queries.execute(new ViewAccount(actor, id)));
    });
  }

  @Operation('PUT', ':account', {
    id: 'update-account',
    extension: true,
    description: 'Renames an account.',
    permission: 'manage.accounts.update',
    body: body.json(WriteAccountDto).ignoring(AccountDto),
    returns: returns.one(AccountDto),
  })
  async update(@Ctx() { actor, ids, body }: RequestContext<'account', WriteAccountDto>) {
    return this.work.run(async () => {
      await this.commands.execute(new WriteAccount(actor, body.name, ids.accountId));
      return this.queries.execute(new ViewAccount(actor, ids.accountId));
    });
  }

  @Operation('GET', ':account', {
    id: 'view-account',
    description: 'Returns the name of one account.',
    returns: returns.one(AccountDto),
  })
  view(@Ctx() { actor, ids }: RequestContext<'account'>) {
    return this.queries.execute(new ViewAccount(actor, ids.accountId));
  }

  @Operation('GET', ':account/assets', {
    id: 'list-account-assets',
    description:
      'Lists the assets of one account. For the assets of all accounts that the key may see, use List assets.',
    flag: FLAG,
    query: [param.id('asset', 'Only the asset with this id.')],
    returns: returns.list(AssetDto),
  })
  listAssets(@Ctx() { actor, ids, page, query, filesUrl }: RequestContext<'account', undefined, { asset?: string }>) {
    return this.queries.execute(new ListAccountAssets(actor, ids.accountId, query.asset, page, filesUrl));
  }

  @Operation('PUT', ':account/assets', {
    id: 'assign-assets-to-account',
    description:
      'Makes assets visible to the keys of the account. They stay assigned to other accounts, and you may repeat assets that are already assigned. The operation assigns all of them or none.',
    permission: 'accounts.update-assets',
    flag: FLAG,
    body: body.batch(AccountAssetDto),
    returns: returns.nothing,
    errors: { 409: { asset_exists: 'Assets 1 and 2 have the same name and address' } },
  })
  async assign(@Ctx() { actor, ids, body }: RequestContext<'account', AccountAssetDto[]>) {
    await this.commands.execute(new AssignAssets(actor, ids.accountId, body));
  }

  @Operation('PUT', ':account/assets/remove', {
    id: 'unassign-assets-from-account',
    description:
      'Removes assets from the account. Its embeds lose the maps of these assets, and an embed that has no map left is deleted. This cannot be undone. The operation removes all of them or none.',
    permission: 'accounts.update-assets',
    flag: FLAG,
    body: body.batch(AccountAssetDto),
    returns: returns.nothing,
  })
  async unassign(@Ctx() { actor, ids, body }: RequestContext<'account', AccountAssetDto[]>) {
    await this.commands.execute(new UnassignAssets(actor, ids.accountId, body));
  }
}
