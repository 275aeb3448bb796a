import { Repository, UnitOfWork } from '@app/platform/persistence';
import { type Scope } from '@app/platform/auth';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AssetOutboundLink } from './asset-outbound-link.aggregate.js';
import type { AssetOutboundLinkChanges, NewAssetOutboundLink } from './asset-outbound-link.dto.js';

@Injectable()
export class AssetOutboundLinks extends Repository<AssetOutboundLink> {
  protected readonly entity = AssetOutboundLink;
}

/** Answers the new link's id. */
export class CreateAssetOutboundLink extends Command<string> {
  constructor(
    readonly scope: Scope,
    readonly fields: NewAssetOutboundLink,
  ) {
    super();
  }
}

export class UpdateAssetOutboundLink extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly changes: AssetOutboundLinkChanges,
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

  execute({ scope, fields }: CreateAssetOutboundLink): Promise<string> {
    return this.work.run(async () => (await this.links.add(new AssetOutboundLink(scope.asset, fields))).id);
  }
}

@CommandHandler(UpdateAssetOutboundLink)
export class UpdateAssetOutboundLinkHandler implements ICommandHandler<UpdateAssetOutboundLink> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly links: AssetOutboundLinks,
  ) {}

  execute({ scope, changes }: UpdateAssetOutboundLink): Promise<void> {
    return this.work.run(async () => {
      const link = await this.links.lock({ assetId: scope.asset, id: scope.id('outboundLink') });
      link.revise(changes);
      await this.links.save(link);
    });
  }
}
