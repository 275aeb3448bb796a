import { Database, jsonArray } from '@app/platform/persistence';
import { columnsOf } from '@app/platform/resources';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { DescriptionGroup } from '../description-groups/description-group.aggregate.js';
import { Description } from '../descriptions/description.aggregate.js';
import { FilterOption } from '../filter-options/filter-option.aggregate.js';
import { Filter } from '../filters/filter.aggregate.js';
import { Gallery } from '../galleries/gallery.aggregate.js';
import { MarkerDescription } from '../marker-descriptions/marker-description.aggregate.js';
import type { MarkerPlace } from '../marker-descriptions/marker-description.dto.js';
import { UnitOutboundLink } from '../unit-outbound-links/unit-outbound-link.aggregate.js';

type Row = Record<string, unknown> & { id: string; name: string };

/** The merchandising data of an asset as in a provision file, with ids, in order of creation; references are ids. */
export interface MerchandiseExport {
  /** images are names of stored files */
  galleries: (Row & { images: string[]; alts: string[]; floor_plan_id: string | null; unit_id: string | null })[];
  marker_descriptions: (Row & { gallery_id: string | null; places: MarkerPlace[] })[];
  unit_outbound_links: (Row & { type: string; urls: { unit_id: string; url: string }[] })[];
  description_groups: (Row & { descriptions: (Row & { units: string[] })[] })[];
  filters: (Row & {
    type: string;
    options: (Omit<Row, 'name'> & {
      label: string;
      floor_id: string | null;
      floor_plan_id: string | null;
      units: string[];
    })[];
  })[];
}

export class ExportMerchandise extends Query<MerchandiseExport> {
  constructor(readonly assetId: string) {
    super();
  }
}

const units = (table: string, condition: string): string =>
  `array(select held.unit_id::text from merchandising.${table} held where ${condition} order by held.unit_id)`;

const READ = `select
  ${jsonArray(`select gallery.id::text, ${columnsOf(Gallery, 'gallery')} from merchandising.gallery gallery where gallery.asset_id = :assetId`)} as galleries,
  ${jsonArray(`select marker.id::text, ${columnsOf(MarkerDescription, 'marker')}
    from merchandising.marker_description marker where marker.asset_id = :assetId`)} as marker_descriptions,
  ${jsonArray(`select link.id::text, ${columnsOf(UnitOutboundLink, 'link')},
      (select coalesce(json_agg(json_build_object('unit_id', held.unit_id::text, 'url', held.url) order by held.unit_id), '[]')
        from merchandising.unit_outbound_link_url held where held.asset_id = :assetId and held.link_id = link.id) as urls
    from merchandising.unit_outbound_link link where link.asset_id = :assetId`)} as unit_outbound_links,
  ${jsonArray(`select grp.id::text, ${columnsOf(DescriptionGroup, 'grp')},
      ${jsonArray(`select description.id::text, ${columnsOf(Description, 'description', ['group_id'])},
          ${units(
            'description_assignment',
            `held.asset_id = :assetId and held.group_id = description.group_id
               and held.description_id = description.id`,
          )} as units
        from merchandising.description description
        where description.asset_id = :assetId and description.group_id = grp.id`)} as descriptions
    from merchandising.description_group grp where grp.asset_id = :assetId`)} as description_groups,
  ${jsonArray(`select filter.id::text, ${columnsOf(Filter, 'filter')},
      ${jsonArray(`select option.id::text, ${columnsOf(FilterOption, 'option', ['filter_id', 'type'])},
          ${units('filter_option_unit', 'held.asset_id = :assetId and held.option_id = option.id')} as units
        from merchandising.filter_option option
        where option.asset_id = :assetId and option.filter_id = filter.id`)} as options
    from merchandising.filter filter where filter.asset_id = :assetId`)} as filters`;

@QueryHandler(ExportMerchandise)
export class ExportMerchandiseHandler implements IQueryHandler<ExportMerchandise> {
  constructor(private readonly database: Database) {}

  async execute({ assetId }: ExportMerchandise): Promise<MerchandiseExport> {
    return (await this.database.rows<MerchandiseExport>(READ, { assetId }))[0]!;
  }
}
