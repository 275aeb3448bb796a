import { Database, jsonArray } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { imagesOf } from '../galleries/gallery.queries.js';
import type { MarkerPlace } from '../marker-descriptions/marker-description.dto.js';

export interface ViewerMerchandiseParts {
  /** a JSON object, as text */
  json: string;
  /** declared positions of markers, by marker id */
  places: Record<string, MarkerPlace[]>;
  /** in order of creation */
  pictures: ViewerGallery[];
}

/** A gallery without null members. */
export interface ViewerGallery {
  id: string;
  floor_plan_id?: string;
  unit_id?: string;
  images: { url: string; alt?: string }[];
  tour_url?: string;
  video_url?: string;
}

/** Merchandising data of a viewer document: enabled filters and descriptions, links, markers and galleries. */
export class ViewerMerchandise extends Query<ViewerMerchandiseParts> {
  /** what it reads */
  static readonly tables = [
    'merchandising.asset_outbound_link',
    'merchandising.description',
    'merchandising.description_assignment',
    'merchandising.description_group',
    'merchandising.filter',
    'merchandising.filter_option',
    'merchandising.filter_option_unit',
    'merchandising.gallery',
    'merchandising.marker_description',
    'merchandising.unit_outbound_link',
    'merchandising.unit_outbound_link_url',
  ];

  constructor(
    readonly assetId: string,
    /** base URL of stored files */
    readonly files: string,
  ) {
    super();
  }
}

/** An array of objects without null members. */
const compactArray = (rows: string, order?: string): string =>
  jsonArray(rows, order, 'json_strip_nulls(to_json(part))');

const READ = `select json_build_object(
    'filters', ${compactArray(`select filter.id::text, filter.name, filter.label, filter.type, filter.range_type,
        ${compactArray(
          `select option.id::text, option.label, option.sort, option.floor_id::text, option.short_label,
             option.floor_plan_id::text, option.min, option.max,
             case when filter.type = 'custom' then array(select held.unit_id::text from merchandising.filter_option_unit held
               where held.asset_id = :assetId and held.option_id = option.id order by held.unit_id) end as unit_ids
           from merchandising.filter_option option
           where option.asset_id = :assetId and option.filter_id = filter.id and option.is_enabled`,
          'part.sort, part.id::bigint',
        )} as options
      from merchandising.filter filter where filter.asset_id = :assetId and filter.is_enabled`)},
    'description_groups', ${compactArray(`select grp.id::text, grp.name,
        ${compactArray(`select description.id::text, description.label, description.body,
            array(select held.unit_id::text from merchandising.description_assignment held
              where held.asset_id = :assetId and held.group_id = description.group_id
                and held.description_id = description.id order by held.unit_id) as unit_ids
          from merchandising.description description
          where description.asset_id = :assetId and description.group_id = grp.id and description.is_enabled`)} as descriptions
      from merchandising.description_group grp where grp.asset_id = :assetId`)},
    'unit_outbound_links', ${compactArray(`select link.id::text, link.name, link.type, link.label, link.icon_type, link.shown_for, link.event_key,
        link.template, link.open_in_new_window, link.show_icon_in_list,
        case when link.type = 'urls_per_unit' then (select coalesce(json_object_agg(held.unit_id::text, held.url order by held.unit_id), '{}')
          from merchandising.unit_outbound_link_url held
          where held.asset_id = :assetId and held.link_id = link.id and held.url is not null) end as urls
      from merchandising.unit_outbound_link link where link.asset_id = :assetId`)},
    'asset_outbound_links', ${compactArray(`select id::text, name, template, label, icon_type, open_new_window
      from merchandising.asset_outbound_link where asset_id = :assetId`)},
    'marker_descriptions', ${compactArray(`select id::text, name, label, description, gallery_id::text, iframe_source_url, outbound_link_url
      from merchandising.marker_description where asset_id = :assetId`)},
    'galleries', ${compactArray(`select id::text, name, array(select :files || image from unnest(images) image) as image_urls
      from merchandising.gallery where asset_id = :assetId`)})::text as json,
  (select coalesce(json_object_agg(marker.id::text, marker.places), '{}')
    from merchandising.marker_description marker where marker.asset_id = :assetId) as places,
  ${compactArray(`select id::text, floor_plan_id::text, unit_id::text, ${imagesOf('gallery')} as images, tour_url, video_url
    from merchandising.gallery where asset_id = :assetId`)} as pictures`;

@QueryHandler(ViewerMerchandise)
export class ViewerMerchandiseHandler implements IQueryHandler<ViewerMerchandise> {
  constructor(private readonly database: Database) {}

  async execute({ assetId, files }: ViewerMerchandise): Promise<ViewerMerchandiseParts> {
    const [row] = await this.database.rows<ViewerMerchandiseParts>(READ, { assetId, files });
    return row!;
  }
}
