import { type Ids } from '@app/platform/core';
import { Repository, UnitOfWork } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AssetOutboundLink } from './asset-outbound-link.aggregate.js';
import type { UpdateAssetOutboundLinkDto, CreateAssetOutboundLinkDto } from './asset-outbound-link.dto.js';

@Injectable()
export class AssetOutboundLinks extends Repository<AssetOutboundLink> {
  protected readonly entity = AssetOutboundLink;
}

/** Creates a link. @returns its id */
export class CreateAssetOutboundLink extends Command<string> {
  constructor(
    readonly assetId: string,
    readonly fields: CreateAssetOutboundLinkDto,
  ) {
    super();
  }
}

export class UpdateAssetOutboundLink extends Command<void> {
  constructor(
    readonly ids: Ids<'asset' | 'outboundLink'>,
    readonly changes: UpdateAssetOutboundLinkDto,
  ) {
    super();
  }
}

@CommandHandler(CreateAssetOutboundLink)
export class CreateAssetOutboundLinkHandler implements ICommandHandler<CreateAssetOutboundLink> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly links: AssetOutboundLinks,
  ) {}

  execute({ assetId, fields }: CreateAssetOutboundLink): Promise<string> {
    return this.work.run(async () => (await this.links.add(new AssetOutboundLink(assetId, fields))).id);
  }
}

@CommandHandler(UpdateAssetOutboundLink)
export class UpdateAssetOutboundLinkHandler implements ICommandHandler<UpdateAssetOutboundLink> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly links: AssetOutboundLinks,
  ) {}

  execute({ ids, changes }: UpdateAssetOutboundLink): Promise<void> {
    return this.work.run(async () => {
      const link = await this.links.lock({ assetId: ids.assetId, id: ids.outboundLinkId });
      link.revise(changes);
      await this.links.save(link);
    });
  }
}
