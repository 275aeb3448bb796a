import { byName, InjectRepository, Repository, UnitOfWork, upsert, type UpsertResult } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AssetOutboundLink } from '../asset-outbound-links/asset-outbound-link.aggregate.js';
import { DescriptionGroup } from '../description-groups/description-group.aggregate.js';
import { Filter } from '../filters/filter.aggregate.js';
import { Gallery } from '../galleries/gallery.aggregate.js';
import { MarkerDescription } from '../marker-descriptions/marker-description.aggregate.js';
import { UnitOutboundLink } from '../unit-outbound-links/unit-outbound-link.aggregate.js';

/** The fields of a new record, by part. */
interface Rows {
  galleries: ConstructorParameters<typeof Gallery>[1];
  marker_descriptions: ConstructorParameters<typeof MarkerDescription>[1];
  unit_outbound_links: ConstructorParameters<typeof UnitOutboundLink>[1];
  asset_outbound_links: ConstructorParameters<typeof AssetOutboundLink>[1];
  description_groups: ConstructorParameters<typeof DescriptionGroup>[1];
  filters: ConstructorParameters<typeof Filter>[1];
}

export type Part = keyof Rows;

/** Creates or updates the records of a part of an asset, matched by name. Names must be unique among the rows; referenced ids must belong to the asset. */
export class UpsertMerchandise<P extends Part = Part> extends Command<UpsertResult[]> {
  constructor(
    readonly assetId: string,
    readonly part: P,
    readonly rows: readonly Rows[P][],
  ) {
    super();
  }
}

@CommandHandler(UpsertMerchandise)
export class UpsertMerchandiseHandler implements ICommandHandler<UpsertMerchandise> {
  constructor(
    private readonly work: UnitOfWork,
    @InjectRepository(Gallery) private readonly galleries: Repository<Gallery>,
    @InjectRepository(MarkerDescription) private readonly markers: Repository<MarkerDescription>,
    @InjectRepository(UnitOutboundLink) private readonly unitLinks: Repository<UnitOutboundLink>,
    @InjectRepository(AssetOutboundLink) private readonly assetLinks: Repository<AssetOutboundLink>,
    @InjectRepository(DescriptionGroup) private readonly groups: Repository<DescriptionGroup>,
    @InjectRepository(Filter) private readonly filters: Repository<Filter>,
  ) {}

  execute({ assetId, part, rows }: UpsertMerchandise): Promise<UpsertResult[]> {
    return this.work.run(() => this.upserts[part](assetId, rows as never));
  }

  private readonly upserts: { [P in Part]: (assetId: string, rows: Rows[P][]) => Promise<UpsertResult[]> } = {
    galleries: (id, rows) => upsert(this.galleries, { ...byName(id, Gallery), rows }),
    marker_descriptions: (id, rows) => upsert(this.markers, { ...byName(id, MarkerDescription), rows }),
    unit_outbound_links: (id, rows) => upsert(this.unitLinks, { ...byName(id, UnitOutboundLink), rows }),
    asset_outbound_links: (id, rows) => upsert(this.assetLinks, { ...byName(id, AssetOutboundLink), rows }),
    description_groups: (id, rows) => upsert(this.groups, { ...byName(id, DescriptionGroup), rows }),
    filters: (id, rows) => upsert(this.filters, { ...byName(id, Filter), rows }),
  };
}
