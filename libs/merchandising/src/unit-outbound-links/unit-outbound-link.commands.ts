import { Repository, UnitOfWork } from '@app/platform/persistence';
import { type Scope } from '@app/platform/auth';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOutboundLink } from './unit-outbound-link.aggregate.js';
import type { NewUnitOutboundLink, UnitOutboundLinkChanges } from './unit-outbound-link.dto.js';

@Injectable()
export class UnitOutboundLinks extends Repository<UnitOutboundLink> {
  protected readonly entity = UnitOutboundLink;
}

/** Answers the new link's id. */
export class CreateUnitOutboundLink extends Command<string> {
  constructor(
    readonly scope: Scope,
    readonly fields: NewUnitOutboundLink,
  ) {
    super();
  }
}

export class UpdateUnitOutboundLink extends Command<void> {
  constructor(
    readonly scope: Scope,
    readonly changes: UnitOutboundLinkChanges,
  ) {
    super();
  }
}

@CommandHandler(CreateUnitOutboundLink)
export class CreateUnitOutboundLinkHandler implements ICommandHandler<CreateUnitOutboundLink> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly links: UnitOutboundLinks,
  ) {}

  execute({ scope, fields }: CreateUnitOutboundLink): Promise<string> {
    return this.work.run(async () => (await this.links.add(new UnitOutboundLink(scope.asset, fields))).id);
  }
}

@CommandHandler(UpdateUnitOutboundLink)
export class UpdateUnitOutboundLinkHandler implements ICommandHandler<UpdateUnitOutboundLink> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly links: UnitOutboundLinks,
  ) {}

  execute({ scope, changes }: UpdateUnitOutboundLink): Promise<void> {
    return this.work.run(async () => {
      const link = await this.links.lock({ assetId: scope.asset, id: scope.id('outboundLink') });
      link.revise(changes);
      await this.links.save(link);
    });
  }
}
