import { Ctx, Operation, param, type RequestContext, Resource, returns } from '@app/platform/rest';
import { HttpCode } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { AssetDto } from '../assets/asset.dto.js';
import { ArchivalDto } from './archive.dto.js';
import { Archive, Restore } from './archive.command.js';

const permission = 'assets.delete';

export const DRY_RUN = param.dryRun('`1` changes nothing, and answers what would be.');

@Resource('assets', { tag: 'Assets', extension: true })
export class ArchiveAssetController {
  constructor(private readonly commands: CommandBus) {}

  @Operation('DELETE', ':asset', {
    id: 'archive-asset',
    description:
      'Archives an asset: lists, pages and paths no longer have it, and visitors of its maps get 404. It can be restored for 30 days; then it is removed with everything that belongs to it.',
    permission,
    query: [DRY_RUN],
    returns: returns.one(ArchivalDto),
  })
  archive(@Ctx() { ids, query }: RequestContext<'asset', undefined, { dryRun?: boolean }>) {
    return this.commands.execute(new Archive('asset', ids.assetId, query.dryRun ?? false));
  }
}

@Resource('archived-assets', { tag: 'Assets', extension: true })
export class ArchivedAssetController {
  constructor(private readonly commands: CommandBus) {}

  @Operation('POST', ':archivedAsset/restore', {
    id: 'restore-asset',
    description:
      'Restores an archived asset with everything that belongs to it, under its ids and addresses. One that is not archived stays as it is.',
    permission,
    returns: returns.one(AssetDto),
    errors: { 409: { asset_exists: 'An asset of this name and address exists' } },
  })
  @HttpCode(200)
  restore(@Ctx() { actor, ids, filesUrl }: RequestContext<'archivedAsset'>) {
    return this.commands.execute(new Restore(actor, 'asset', ids.archivedAssetId, filesUrl));
  }
}
