import { Ctx, json, list, one, Operation, query as parameter, type RequestContext, Resource } from '@app/platform/rest';
import { ListResources, ViewResource } from '@app/platform/resources';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateAssetReference, UpdateAssetReference } from './asset-reference.commands.js';
import { AssetReferenceDto, CreateAssetReferenceDto, UpdateAssetReferenceDto } from './asset-reference.dto.js';
import { FindAssetReferences, type Match, REFERENCES } from './asset-reference.queries.js';

const flag = 'references';

/** Query parameters of a lookup by third-party id. */
export const MATCH = [
  parameter.required(parameter.text('key', 255, 'Names the third-party system.', 'crm')),
  parameter.required(parameter.text('value', 255, 'The id in that system, exactly.', 'NY-0012')),
];

@Resource('assets/:asset/multifamily/references', {
  tag: 'References',
  tables: { reference: 'reference.asset_reference' },
  flag,
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
    returns: list(AssetReferenceDto),
  })
  list(@Ctx() { actor, ids, page }: RequestContext<'asset'>) {
    return this.queries.execute(new ListResources(REFERENCES, actor, ids.assetId, page));
  }

  @Operation('POST', '', {
    id: 'create-asset-reference',
    summary: 'Create asset reference',
    permission: 'asset-references.create',
    body: json(CreateAssetReferenceDto),
    returns: one(AssetReferenceDto),
    errors: { 409: { key_taken: 'The key is taken: another reference of the asset has it' } },
  })
  async create(@Ctx() { actor, ids, body, created }: RequestContext<'asset', CreateAssetReferenceDto>) {
    const id = await this.commands.execute(new CreateAssetReference(ids.assetId, body));
    return created(id, await this.queries.execute(new ViewResource(REFERENCES, actor, ids.assetId, id)));
  }

  @Operation('GET', ':reference', {
    id: 'view-asset-reference',
    summary: 'View asset reference',
    permission: 'asset-references.read',
    returns: one(AssetReferenceDto),
  })
  view(@Ctx() { actor, ids }: RequestContext<'asset' | 'reference'>) {
    return this.queries.execute(new ViewResource(REFERENCES, actor, ids.assetId, ids.referenceId));
  }

  @Operation('PUT', ':reference', {
    id: 'update-asset-reference',
    summary: 'Update asset reference',
    permission: 'asset-references.update',
    body: json(UpdateAssetReferenceDto),
    returns: one(AssetReferenceDto),
    errors: { 409: { key_taken: 'The key is taken: another reference of the asset has it' } },
  })
  async update(@Ctx() { actor, ids, body }: RequestContext<'asset' | 'reference', UpdateAssetReferenceDto>) {
    await this.commands.execute(new UpdateAssetReference(ids, body));
    return this.queries.execute(new ViewResource(REFERENCES, actor, ids.assetId, ids.referenceId));
  }
}

@Resource('references', { tag: 'References', flag, extension: true })
export class AssetReferenceSearchController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', '', {
    id: 'find-asset-references',
    summary: 'Find assets by a third-party id',
    description: 'The references of all assets that the key sees: which asset does this id of that system mean?',
    permission: 'asset-references.read',
    query: MATCH,
    returns: list(AssetReferenceDto),
  })
  find(@Ctx() { actor, page, query }: RequestContext<never, undefined, Match>) {
    return this.queries.execute(new FindAssetReferences(actor, query, page));
  }
}
