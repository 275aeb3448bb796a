import { type Ids } from '@app/platform/core';
import { Repository, UnitOfWork } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOutboundLink } from './unit-outbound-link.aggregate.js';
import type { CreateUnitOutboundLinkDto, UpdateUnitOutboundLinkDto } from './unit-outbound-link.dto.js';

@Injectable()
export class UnitOutboundLinks extends Repository<UnitOutboundLink> {
  protected readonly entity = UnitOutboundLink;
}

/** Creates a link. @returns its id */
export class CreateUnitOutboundLink extends Command<string> {
  constructor(
    readonly assetId: string,
    readonly fields: CreateUnitOutboundLinkDto,
  ) {
    super();
  }
}

export class UpdateUnitOutboundLink extends Command<void> {
  constructor(
    readonly ids: Ids<'asset' | 'outboundLink'>,
    readonly changes: UpdateUnitOutboundLinkDto,
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

  execute({ assetId, fields }: CreateUnitOutboundLink): Promise<string> {
    return this.work.run(async () => (await this.links.add(new UnitOutboundLink(assetId, fields))).id);
  }
}

@CommandHandler(UpdateUnitOutboundLink)
export class UpdateUnitOutboundLinkHandler implements ICommandHandler<UpdateUnitOutboundLink> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly links: UnitOutboundLinks,
  ) {}

  execute({ ids, changes }: UpdateUnitOutboundLink): Promise<void> {
    return this.work.run(async () => {
      const link = await this.links.lock({ assetId: ids.assetId, id: ids.outboundLinkId });
      link.revise(changes);
      await this.links.save(link);
    });
  }
}
