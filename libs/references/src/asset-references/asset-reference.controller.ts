import {
  Ctx,
  json,
  list,
  one,
  Operation,
  query as parameter,
  ReadController,
  type RequestContext,
  Resource,
} from '@app/platform/rest';
import { Inject } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateAssetReference, UpdateAssetReference } from './asset-reference.commands.js';
import { AssetReferenceDto, CreateAssetReferenceDto, UpdateAssetReferenceDto } from './asset-reference.dto.js';
import { FindAssetReferences, type Match, REFERENCES } from './asset-reference.queries.js';

const flag = 'references';

/** Query parameters of a lookup by third-party id. */
export const MATCH = [
  parameter.required(parameter.text('key', 255, 'The `key` of the third-party system.', 'crm')),
  parameter.required(parameter.text('value', 255, 'The exact id in that system.', 'NY-0012')),
];

const KEY_TAKEN = { 409: { key_taken: 'Another reference of the asset has this key' } };

@Resource('assets/:asset/multifamily/references', {
  tag: 'References',
  tables: { reference: 'reference.asset_reference' },
  flag,
})
export class AssetReferenceController extends ReadController({
  name: 'asset-reference',
  parameter: 'reference',

  descriptions: {
    list: 'Lists the ids of an asset in other systems, one for each `key`.',
    view: 'Returns one reference of an asset.',
  },
  dto: AssetReferenceDto,
  rows: REFERENCES,
}) {
  @Inject(CommandBus) private readonly commands: CommandBus;

  @Operation('POST', '', {
    id: 'create-asset-reference',
    summary: 'Create asset reference',
    description:
      'Stores the id of the asset in another system, which `key` names. Find assets by a third-party id then finds the asset by that id.',
    permission: 'asset-references.create',
    body: json(CreateAssetReferenceDto),
    returns: one(AssetReferenceDto),
    errors: KEY_TAKEN,
  })
  async create(@Ctx() context: RequestContext<'asset', CreateAssetReferenceDto>) {
    const id = await this.commands.execute(new CreateAssetReference(context.ids.assetId, context.body));
    return context.created(id, await this.viewed(context, id));
  }

  @Operation('PUT', ':reference', {
    id: 'update-asset-reference',
    summary: 'Update asset reference',
    description: 'Changes the id, or the name and key of its system.',
    permission: 'asset-references.update',
    body: json(UpdateAssetReferenceDto),
    returns: one(AssetReferenceDto),
    errors: KEY_TAKEN,
  })
  async update(@Ctx() context: RequestContext<'asset' | 'reference', UpdateAssetReferenceDto>) {
    await this.commands.execute(new UpdateAssetReference(context.ids, context.body));
    return this.view(context);
  }
}

@Resource('references', { tag: 'References', flag, extension: true })
export class AssetReferenceSearchController {
  constructor(private readonly queries: QueryBus) {}

  @Operation('GET', '', {
    id: 'find-asset-references',
    summary: 'Find assets by a third-party id',
    description:
      'Returns the assets that have this id (`value`) in the system that `key` names, among all that the key may see.',
    permission: 'asset-references.read',
    query: MATCH,
    returns: list(AssetReferenceDto),
  })
  find(@Ctx() { actor, page, query }: RequestContext<never, undefined, Match>) {
    return this.queries.execute(new FindAssetReferences(actor, query, page));
  }
}
