import type { Actor } from '@app/platform/auth';
import type { FileChange, FileContent } from '@app/platform/files';
import { isPositionIn, type Sort, UnitOfWork } from '@app/platform/persistence';
import { body, Ctx, Operation, param, type RequestContext, Resource, returns, rulesOf } from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AssetDto, CreateAssetDto, LOGO_SAMPLE, UpdateAssetDto } from './asset.dto.js';
import { ASSET_SORTS, type AssetFilter, ListAssets, ViewAsset } from './asset.queries.js';
import { ARCHIVED } from '../archived.dto.js';
import { ListArchived } from '../list-archived.queries.js';
import { MARKETS } from './markets.js';
import { CreateAsset } from './create-asset.command.js';
import { UpdateAsset } from './update-asset.command.js';

interface ListedAssets extends AssetFilter {
  archived?: boolean;
  sort?: Sort;
}

const RULES = rulesOf(CreateAssetDto);
const LOGO = { logo: { ...body.images('logo')['logo']!, sample: LOGO_SAMPLE } };

@Resource('assets', { tag: 'Assets' })
export class AssetController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly work: UnitOfWork,
  ) {}

  @Operation('GET', '', {
    id: 'list-assets',
    description:
      'Lists the assets of all accounts that the key may see. Start here: most paths begin with the id of an asset.',
    query: [
      param.text(
        'q',
        255,
        'Only assets with all these words, or words that begin with them, in their name or address.',
        'creek',
      ),
      param.choice('market', MARKETS, 'Only assets of this market.'),
      param.instant(
        'updated-since',
        'Only assets updated at this time or later. To poll, ask from five minutes before your previous request: a change has the time at which its transaction began.',
      ),
      ARCHIVED,
      param.sort(ASSET_SORTS),
    ],
    isPosition: (text, { sort, archived }) => isPositionIn(archived ? undefined : (sort as Sort | undefined), text),
    returns: returns.list(AssetDto),
  })
  list(@Ctx() { actor, page, query, filesUrl }: RequestContext<never, undefined, ListedAssets>) {
    if (query.archived) return this.queries.execute(new ListArchived('asset', actor, page, filesUrl));
    return this.queries.execute(new ListAssets(actor, query, page, filesUrl, query.sort));
  }

  @Operation('POST', '', {
    id: 'create-asset',
    description:
      'Adds a property. Create its buildings, floors and floor plans next, then its units, which refer to them.',
    permission: 'assets.create',
    body: body.json(CreateAssetDto),
    returns: returns.one(AssetDto),
    errors: {
      403: { assets_chosen: 'A key for chosen assets cannot create others, which it would not see' },
      409: { asset_exists: 'An asset of this name and address exists' },
    },
  })
  async create(@Ctx() { actor, body, created, filesUrl }: RequestContext<never, CreateAssetDto>) {
    return this.work.run(async () => {
      const id = await this.commands.execute(new CreateAsset(actor, body));
      return created(id, await this.queries.execute(new ViewAsset(actor, id, filesUrl)));
    });
  }

  @Operation('GET', ':asset', {
    id: 'view-asset',
    description: 'Returns the name, address, market, number of units and logo of one asset.',
    returns: returns.one(AssetDto),
  })
  view(@Ctx() { actor, ids, filesUrl }: RequestContext<'asset'>) {
    return this.queries.execute(new ViewAsset(actor, ids.assetId, filesUrl));
  }

  @Operation('PUT', ':asset', {
    id: 'update-asset',
    description: 'Changes the name, address or market of an asset. Maps show the change within seconds.',
    permission: 'assets.update',
    body: body.json(UpdateAssetDto),
    returns: returns.one(AssetDto),
    errors: { 409: { asset_exists: 'An asset of this name and address exists' } },
  })
  async update(@Ctx() { actor, ids, body, filesUrl }: RequestContext<'asset', UpdateAssetDto>) {
    return this.work.run(async () => {
      await this.commands.execute(new UpdateAsset(actor, ids.assetId, body, RULES));
      return this.queries.execute(new ViewAsset(actor, ids.assetId, filesUrl));
    });
  }

  @Operation('PUT', ':asset/logo', {
    id: 'set-asset-logo',
    description:
      'Sets the logo of an asset, which is the heading of its maps: the part `logo` of a form, a PNG, JPEG, GIF or WebP image. `logo_url` of the asset is its URL.',
    permission: 'assets.update',
    extension: true,
    body: body.form(undefined, { files: LOGO, required: ['logo'] }),
    returns: returns.one(AssetDto),
  })
  setLogo(@Ctx() { actor, ids, body, filesUrl }: RequestContext<'asset', { logo: FileContent }>) {
    return this.withLogo(actor, ids.assetId, body.logo, filesUrl);
  }

  @Operation('DELETE', ':asset/logo', {
    id: 'delete-asset-logo',
    description: 'Removes the logo of an asset; its maps show the name instead.',
    permission: 'assets.update',
    extension: true,
    query: [param.dryRun('`1` returns the asset, and removes nothing.')],
    returns: returns.one(AssetDto),
  })
  deleteLogo(@Ctx() { actor, ids, query, filesUrl }: RequestContext<'asset', undefined, { dryRun?: boolean }>) {
    return this.withLogo(actor, ids.assetId, query.dryRun ? undefined : 'delete', filesUrl);
  }

  private withLogo(actor: Actor, assetId: string, logo: FileChange, filesUrl: string) {
    return this.work.run(async () => {
      if (logo) await this.commands.execute(new UpdateAsset(actor, assetId, { logo }, RULES));
      return this.queries.execute(new ViewAsset(actor, assetId, filesUrl));
    });
  }
}
