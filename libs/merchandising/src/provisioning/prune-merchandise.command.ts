import { type Deleted, InjectRepository, prune, Repository, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AssetOutboundLink } from '../asset-outbound-links/asset-outbound-link.aggregate.js';
import { DescriptionGroup } from '../description-groups/description-group.aggregate.js';
import { Descriptions } from '../descriptions/description.repository.js';
import { FilterOptions } from '../filter-options/filter-option.commands.js';
import { Filter } from '../filters/filter.aggregate.js';
import { Gallery } from '../galleries/gallery.aggregate.js';
import { MarkerDescription } from '../marker-descriptions/marker-description.aggregate.js';
import { UnitOutboundLink } from '../unit-outbound-links/unit-outbound-link.aggregate.js';
import type { Part } from './upsert-merchandise.command.js';

/** Deletes the records of a part of the asset, group or filter except these ids. */
export class PruneMerchandise extends Command<Deleted[]> {
  constructor(
    readonly assetId: string,
    readonly part: Part | 'descriptions' | 'filter_options',
    readonly keep: readonly string[],
    /** id of the description group or of the filter */
    readonly within?: string,
  ) {
    super();
  }
}

@CommandHandler(PruneMerchandise)
export class PruneMerchandiseHandler implements ICommandHandler<PruneMerchandise> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(Gallery) private readonly galleries: Repository<Gallery>,
    @InjectRepository(MarkerDescription) private readonly markers: Repository<MarkerDescription>,
    @InjectRepository(UnitOutboundLink) private readonly unitLinks: Repository<UnitOutboundLink>,
    @InjectRepository(AssetOutboundLink) private readonly assetLinks: Repository<AssetOutboundLink>,
    @InjectRepository(DescriptionGroup) private readonly groups: Repository<DescriptionGroup>,
    private readonly descriptions: Descriptions,
    @InjectRepository(Filter) private readonly filters: Repository<Filter>,
    private readonly options: FilterOptions,
  ) {}

  execute({ assetId, part, keep, within = '' }: PruneMerchandise): Promise<Deleted[]> {
    return this.work.run(() => {
      if (part === 'descriptions') return prune(this.descriptions, { assetId, groupId: within }, keep, nameOf);
      if (part === 'filter_options')
        return prune(this.options, { assetId, filterId: within }, keep, ({ label }) => label);
      return this.prunes[part](assetId, keep);
    });
  }

  private readonly prunes: Record<Part, (assetId: string, keep: readonly string[]) => Promise<Deleted[]>> = {
    galleries: (assetId, keep) => prune(this.galleries, { assetId }, keep, nameOf),
    marker_descriptions: (assetId, keep) => prune(this.markers, { assetId }, keep, nameOf),
    unit_outbound_links: (assetId, keep) => prune(this.unitLinks, { assetId }, keep, nameOf),
    asset_outbound_links: (assetId, keep) => prune(this.assetLinks, { assetId }, keep, nameOf),
    description_groups: (assetId, keep) => prune(this.groups, { assetId }, keep, nameOf),
    filters: (assetId, keep) => prune(this.filters, { assetId }, keep, nameOf),
  };
}

const nameOf = ({ name }: { name: string }): string => name;
