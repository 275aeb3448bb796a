import type { ViewerExpensesParts } from '@app/expenses/contract';
import type { ViewerMapParts } from '@app/mapping/contract';
import type { MarkerPlace, ViewerGallery } from '@app/merchandising/contract';
import type { SelectedEntry, ViewerProcess } from '@app/pricing/contract';
import type { ViewerFilterOption, ViewerUnitLink } from './viewer-document.schema.js';

/** The data of other contexts about an asset, in the form of version 1 of the document. */
export interface CatalogParts {
  asset: {
    id: string;
    uuid: string;
    name: string;
    display_name: string | null;
    description: string | null;
    address_line1: string | null;
    address_line2: string | null;
    address_city: string | null;
    address_state: string | null;
    address_country: string;
    address_postal_code: string | null;
    time_zone: string;
    address_latitude: number | null;
    address_longitude: number | null;
    accent_color: string | null;
    contact_phone: string | null;
    contact_email: string | null;
    contact_hours: string | null;
    contact_url: string | null;
  };
  buildings: { id: string; name: string; label: string }[];
  floors: { id: string; name: string; filter_label: string; filter_short_label: string; sort: number }[];
  floor_plans: {
    id: string;
    name: string;
    bedroom_count: number;
    bathroom_count: number;
    filter_label: string | null;
    image_url: string | null;
    secondary_image_url: string | null;
  }[];
  units: CatalogUnit[];
}

export interface CatalogUnit {
  id: string;
  building_id: string;
  floor_id: string;
  floor_plan_id: string;
  unit_number: string;
  area: number;
  is_affordable_housing_unit: boolean;
  view_image_url: string | null;
  secondary_view_image_url: string | null;
}

/** Empty members are absent. */
export interface MerchandiseParts {
  filters: {
    id: string;
    name: string;
    label?: string;
    type: 'custom' | 'floor' | 'floor_plan' | 'range';
    range_type?: 'unit_area' | 'unit_move_in' | 'unit_price';
    options: (ViewerFilterOption & { sort: number })[];
  }[];
  description_groups: {
    id: string;
    name: string;
    descriptions: { id: string; label?: string; body: string; unit_ids: string[] }[];
  }[];
  unit_outbound_links: {
    id: string;
    name: string;
    label?: string;
    type: ViewerUnitLink['type'];
    icon_type?: string;
    shown_for: 'all' | 'available' | 'unavailable';
    event_key?: string;
    template?: string;
    open_in_new_window?: boolean;
    show_icon_in_list?: boolean;
    urls?: Record<string, string>;
  }[];
  asset_outbound_links: { id: string; name: string; label?: string; template: string; open_new_window: boolean }[];
  marker_descriptions: {
    id: string;
    name: string;
    label?: string;
    description?: string;
    gallery_id?: string;
    iframe_source_url?: string;
    outbound_link_url?: string;
  }[];
}

/** All parts, read from one snapshot. */
export interface AssetParts extends CatalogParts, MerchandiseParts {
  /** declared positions of markers, by marker id */
  places: Record<string, MarkerPlace[]>;
  pictures: ViewerGallery[];
  /** URL of the logo of the asset */
  logo: string | null;
  countsVisits: boolean;
  processes: ViewerProcess[];
  /** ids of processes whose status words without a state visitors see */
  statusShownBy: readonly string[];
  /** the selected entries, by process and unit */
  selected: Map<string, Map<string, SelectedEntry>>;
  maps: ViewerMapParts[];
  expenses: ViewerExpensesParts;
}
