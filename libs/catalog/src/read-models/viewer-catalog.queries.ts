import { Database, jsonArray } from '@app/platform/persistence';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';

export interface ViewerCatalogParts {
  /** a JSON object, as text */
  json: string;
  logo_url: string | null;
  count_visits: boolean;
}

/** The asset data of a viewer document; undefined for an unknown asset. */
export class ViewerCatalog extends Query<ViewerCatalogParts | undefined> {
  /** what it reads */
  static readonly tables = ['catalog.asset', 'catalog.building', 'catalog.floor', 'catalog.floor_plan', 'catalog.unit'];

  constructor(
    readonly assetId: string,
    /** base URL of stored files */
    readonly files: string,
  ) {
    super();
  }
}

const READ = `select json_build_object(
    'asset', (select to_json(own) from (select id::text, uuid, market, name, display_name, description, address_line1,
      address_line2, address_city, address_state, address_country, address_postal_code, address_latitude, address_longitude,
      accent_color, contact_phone, contact_email, contact_hours, contact_url, effective_time_zone as time_zone) own),
    'buildings', ${jsonArray('select id::text, name, label from catalog.building where asset_id = :assetId')},
    'floors', ${jsonArray(
      'select id::text, name, filter_label, filter_short_label, sort from catalog.floor where asset_id = :assetId',
      'part.sort, part.id::bigint',
    )},
    'floor_plans', ${jsonArray(`select id::text, name, bedroom_count, bathroom_count, filter_label, :files || image as image_url,
        :files || secondary_image as secondary_image_url from catalog.floor_plan where asset_id = :assetId`)},
    'units', ${jsonArray(`select id::text, building_id::text, floor_id::text, floor_plan_id::text, unit_number, area,
        is_affordable_housing_unit, :files || view_image as view_image_url, :files || secondary_view_image as secondary_view_image_url
      from catalog.unit where asset_id = :assetId`)})::text as json,
    :files || asset.logo as logo_url, asset.count_visits
  from catalog.asset asset where asset.id = :assetId`;

@QueryHandler(ViewerCatalog)
export class ViewerCatalogHandler implements IQueryHandler<ViewerCatalog> {
  constructor(private readonly database: Database) {}

  async execute({ assetId, files }: ViewerCatalog): Promise<ViewerCatalogParts | undefined> {
    return (await this.database.rows<ViewerCatalogParts>(READ, { assetId, files }))[0];
  }
}
