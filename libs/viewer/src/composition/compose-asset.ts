import { renderUrlTemplate } from '@app/merchandising/contract';
import type { AssetParts } from './asset-parts.js';
import { composeMaps } from './compose-maps.js';
import { composeMarkers } from './compose-markers.js';
import { composePrices } from './compose-prices.js';
import { Costs } from './costs.js';
import { type AssetFrame, type ComposedAsset, optional } from './composed.js';
import { areaUnitOf, currencyOf } from './countries.js';
import { htmlOf } from './markdown.js';
import { picturesBy } from './pictures.js';
import type {
  ViewerDescriptionGroup,
  ViewerFilter,
  ViewerFilterOption,
  ViewerFloorPlan,
} from './viewer-document.schema.js';

export function composeAsset(parts: AssetParts): ComposedAsset {
  const costs = new Costs(parts);
  const processes = parts.processes.length > 0 ? parts.processes : [undefined];
  return {
    frame: { ...frameOf(parts), ...costsOf(costs) },
    priced: processes.map((process) => ({ process, part: composePrices(parts, process, costs) })),
    maps: composeMaps(parts),
    markers: composeMarkers(parts),
  };
}

const costsOf = (costs: Costs): Partial<AssetFrame> => ({
  ...(costs.showsTotals && { price_display: 'total' as const }),
  ...(costs.sets.length > 0 && { charge_sets: costs.sets }),
  ...(costs.disclaimers.length > 0 && { disclaimers: costs.disclaimers }),
});

function frameOf(parts: AssetParts): AssetFrame {
  const { asset } = parts;
  return {
    id: asset.id,
    uuid: asset.uuid,
    name: asset.display_name || asset.name,
    ...optional('description', asset.description),
    address: {
      ...optional('line_1', asset.address_line1),
      ...optional('line_2', asset.address_line2),
      ...optional('city', asset.address_city),
      ...optional('state', asset.address_state),
      ...optional('postal_code', asset.address_postal_code),
      ...optional('country', asset.address_country),
    },
    ...(parts.countsVisits && { count_visits: true as const }),
    ...optional('accent_color', asset.accent_color),
    ...optional('logo_url', parts.logo),
    ...contactOf(asset),
    directions_url: directionsTo(asset),
    currency: currencyOf(asset.address_country),
    area_unit: areaUnitOf(asset.address_country),
    time_zone: asset.time_zone,
    buildings: parts.buildings,
    floors: parts.floors.map(({ id, name, filter_label: label, filter_short_label: shortLabel }) => ({
      id,
      name,
      label,
      short_label: shortLabel,
    })),
    floor_plans: plansOf(parts),
    filters: parts.filters.map(filterOf),
    description_groups: parts.description_groups
      .map(descriptionsOf)
      .filter(({ descriptions }) => descriptions.length > 0),
    links: parts.asset_outbound_links.map(({ id, name, label, template, open_new_window: inNewWindow }) => ({
      id,
      name,
      label: label || name,
      url: renderUrlTemplate(template, { asset_id: asset.id, asset_uuid: asset.uuid, asset_name: asset.name }),
      open_in_new_window: inNewWindow,
    })),
  };
}

function contactOf(asset: AssetParts['asset']): Pick<AssetFrame, 'contact'> {
  const contact = {
    ...optional('phone', asset.contact_phone),
    ...optional('email', asset.contact_email),
    ...optional('hours', asset.contact_hours),
    ...optional('url', asset.contact_url),
  };
  return Object.keys(contact).length > 0 ? { contact } : {};
}

/** A page that shows the way, and opens the map program of a phone. */
function directionsTo(asset: AssetParts['asset']): string {
  const { address_latitude: latitude, address_longitude: longitude } = asset;
  const town = [asset.address_city, asset.address_state, asset.address_postal_code].filter(Boolean).join(' ');
  const address = [asset.address_line1, town, asset.address_country].filter(Boolean).join(', ');
  const destination = latitude === null || longitude === null ? address : `${latitude},${longitude}`;
  return `https://www.google.com/maps/dir/?${new URLSearchParams({ api: '1', destination })}`;
}

function plansOf({ floor_plans: plans, pictures }: AssetParts): ViewerFloorPlan[] {
  const picturesOf = picturesBy('floor_plan_id', pictures);
  return plans.map((plan) => ({
    id: plan.id,
    name: plan.name,
    bedroom_count: plan.bedroom_count,
    bathroom_count: plan.bathroom_count,
    ...optional('label', plan.filter_label),
    ...optional('image_url', plan.image_url),
    ...optional('secondary_image_url', plan.secondary_image_url),
    ...picturesOf(plan.id),
  }));
}

const filterOf = ({
  id,
  name,
  label,
  type,
  range_type: rangeType,
  options,
}: AssetParts['filters'][number]): ViewerFilter => ({
  id,
  name,
  label: label || name,
  type,
  ...optional('range_type', rangeType),
  options: options.map(({ sort: _, ...option }): ViewerFilterOption => option),
});

const descriptionsOf = ({
  id,
  name,
  descriptions,
}: AssetParts['description_groups'][number]): ViewerDescriptionGroup => ({
  id,
  name,
  descriptions: descriptions.map(({ id: description, label, body, unit_ids: units }) => ({
    id: description,
    label: label ?? '',
    html: htmlOf(body),
    unit_ids: units,
  })),
});
