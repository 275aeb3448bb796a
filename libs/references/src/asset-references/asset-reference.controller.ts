import { Call, create, list, one, Operation, query as parameter, Resource, update } from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateAssetReference, UpdateAssetReference } from './asset-reference.commands.js';
import { type AssetReferenceChanges, AssetReferenceDto, type NewAssetReference } from './asset-reference.dto.js';
import { FindAssetReferences, ListAssetReferences, type Match, ViewAssetReference } from './asset-reference.queries.js';

const flag = 'references';

/** What a third-party id is looked up by. */
export const MATCH = [
  parameter.required(parameter.text('key', 255, 'Names the third-party system.', 'crm')),
  parameter.required(parameter.text('value', 255, 'The id in that system, exactly.', 'NY-0012')),
];

@Resource('assets/:asset/multifamily/references', {
  tag: 'References',
  places: { reference: 'reference.asset_reference' },
})
export class AssetReferenceController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', {
    id: 'list-asset-references',
    summary: 'List asset references',
    permission: 'asset-references.read',
    flag,
    returns: list(AssetReferenceDto),
  })
  list(@Call() { scope, page }: Call) {
    return this.queries.execute(new ListAssetReferences(scope, page));
  }

  @Operation('POST', '', {
    id: 'create-asset-reference',
    summary: 'Create asset reference',
    permission: 'asset-references.create',
    flag,
    body: create(AssetReferenceDto),
    returns: one(AssetReferenceDto),
    conflicts: true,
  })
  async create(@Call() { scope, body, created }: Call<NewAssetReference>) {
    const id = await this.commands.execute(new CreateAssetReference(scope, body));
    return created(id, await this.queries.execute(new ViewAssetReference(scope, id)));
  }

  @Operation('GET', ':reference', {
    id: 'view-asset-reference',
    summary: 'View asset reference',
    permission: 'asset-references.read',
    flag,
    returns: one(AssetReferenceDto),
  })
  view(@Call() { scope }: Call) {
    return this.queries.execute(new ViewAssetReference(scope));
  }

  @Operation('PUT', ':reference', {
    id: 'update-asset-reference',
    summary: 'Update asset reference',
    permission: 'asset-references.update',
    flag,
    body: update(AssetReferenceDto),
    returns: one(AssetReferenceDto),
    conflicts: true,
  })
  async update(@Call() { scope, body }: Call<AssetReferenceChanges>) {
    await this.commands.execute(new UpdateAssetReference(scope, body));
    return this.queries.execute(new ViewAssetReference(scope));
  }
}

@Resource('references', { tag: 'References' })
export class AssetReferenceSearchController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', '', {
    id: 'find-asset-references',
    summary: 'Find assets by a third-party id',
    extension: true,
    description: 'The references of all assets that the key sees: which asset does this id of that system mean?',
    permission: 'asset-references.read',
    flag,
    query: MATCH,
    returns: list(AssetReferenceDto),
  })
  find(@Call() { scope, page, query }: Call<undefined, Match>) {
    return this.queries.execute(new FindAssetReferences(scope, page, query));
  }
}
