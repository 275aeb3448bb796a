import { Ctx, Operation, param, type RequestContext, Resource, ResourceController, returns } from '@app/platform/rest';
import { QueryBus } from '@nestjs/cqrs';
import { AssetReference } from './asset-reference.aggregate.js';
import { AssetReferenceDto, CreateAssetReferenceDto, UpdateAssetReferenceDto } from './asset-reference.dto.js';
import { FindAssetReferences, type Match, REFERENCES } from './asset-reference.queries.js';

const flag = 'references';

/** Query parameters of a lookup by third-party id. */
export const MATCH = [
  param.required(param.text('key', 255, 'The `key` of the third-party system.', 'crm')),
  param.required(param.text('value', 255, 'The exact id in that system.', 'NY-0012')),
];

const KEY_TAKEN = { 409: { key_taken: 'Another reference of the asset has this key' } };

@Resource('assets/:asset/multifamily/references', {
  tag: 'References',
  flag,
})
export class AssetReferenceController extends ResourceController({
  name: 'asset-reference',
  parameter: 'reference',
  entity: AssetReference,
  deletesUnused: true,
  create: CreateAssetReferenceDto,
  update: UpdateAssetReferenceDto,
  descriptions: {
    list: 'Lists the ids of an asset in other systems, one for each `key`.',
    view: 'Returns one reference of an asset.',
    create:
      'Stores the id of the asset in another system, which `key` names. Find assets by a third-party id then finds the asset by that id.',
    update: 'Changes the id, or the name and key of its system.',
  },
  dto: AssetReferenceDto,
  rows: REFERENCES,
  operations: { create: { errors: KEY_TAKEN }, update: { errors: KEY_TAKEN } },
}) {}

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
    returns: returns.list(AssetReferenceDto),
  })
  find(@Ctx() { actor, page, query }: RequestContext<never, undefined, Match>) {
    return this.queries.execute(new FindAssetReferences(actor, query, page));
  }
}
