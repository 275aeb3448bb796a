import { batch, Call, list, nothing, one, Operation, query as parameter, Resource } from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AssetDto } from '../assets/asset.dto.js';
import { AccountAssetDto, AccountDto } from './account.dto.js';
import { ListAccountAssets, ListAccounts, ViewAccount } from './account.queries.js';
import { AssignAssets } from './assign-assets.command.js';
import { UnassignAssets } from './unassign-assets.command.js';

const FLAG = 'accounts-assets';

@Resource('accounts', { tag: 'Accounts' })
export class AccountController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', { id: 'list-accounts', summary: 'List accounts', returns: list(AccountDto) })
  list(@Call() { scope, page }: Call) {
    return this.queries.execute(new ListAccounts(scope, page));
  }

  @Operation('GET', ':account', { id: 'view-account', summary: 'View account', returns: one(AccountDto) })
  view(@Call() { scope }: Call) {
    return this.queries.execute(new ViewAccount(scope));
  }

  @Operation('GET', ':account/assets', {
    id: 'list-account-assets',
    summary: 'List account assets',
    flag: FLAG,
    query: [parameter.id('asset', 'Only this asset.')],
    returns: list(AssetDto),
  })
  listAssets(@Call() { scope, page, query }: Call<undefined, { asset?: string }>) {
    return this.queries.execute(new ListAccountAssets(scope, page, query.asset));
  }

  @Operation('PUT', ':account/assets', {
    id: 'assign-assets-to-account',
    summary: 'Assign assets to account',
    permission: 'accounts.update-assets',
    flag: FLAG,
    body: batch(AccountAssetDto),
    returns: nothing,
    conflicts: true,
  })
  assign(@Call() { scope, body }: Call<AccountAssetDto[]>) {
    return this.commands.execute(new AssignAssets(scope, body));
  }

  @Operation('PUT', ':account/assets/remove', {
    id: 'unassign-assets-from-account',
    summary: 'Unassign assets from account',
    permission: 'accounts.update-assets',
    flag: FLAG,
    body: batch(AccountAssetDto),
    returns: nothing,
    conflicts: true,
  })
  unassign(@Call() { scope, body }: Call<AccountAssetDto[]>) {
    return this.commands.execute(new UnassignAssets(scope, body));
  }
}
