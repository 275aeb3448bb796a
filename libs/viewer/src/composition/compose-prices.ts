import { isUrlWithoutCredentials } from '@app/platform/core';
import { renderUrlTemplate, type UnitVariables } from '@app/merchandising/contract';
import type { SelectedEntry, ViewerPrice, ViewerProcess } from '@app/pricing/contract';
import type { AssetParts, CatalogUnit } from './asset-parts.js';
import type { Costs, UnitCosts } from './costs.js';
import { optional, type PricedPart } from './composed.js';
import { picturesBy } from './pictures.js';
import type { ViewerPictures, ViewerUnit, ViewerUnitLink } from './viewer-document.schema.js';

/** A unit with the values that its links may refer to. */
interface PricedUnit {
  unit: CatalogUnit;
  /** with the price that the asset displays */
  price: ViewerPrice | undefined;
  costs: UnitCosts;
  selected: SelectedEntry;
  pictures: ViewerPictures;
}

const NOTHING: SelectedEntry = { leasingFields: {}, leaseTerm: null, hasOthers: false };

/** Composes the units with the prices of one process, and their links. @param process undefined for an asset without one */
export function composePrices(parts: AssetParts, process: ViewerProcess | undefined, costs: Costs): PricedPart {
  const shown = process && costs.displayedIn({ ...process, units: process.units.map(offered) });
  const prices = new Map(shown?.units.map((price) => [price.unit_id, price]));
  const rents = new Map(process?.units.map((price) => [price.unit_id, priceOf(offered(price))]));
  const selected = parts.selected.get(process?.process_id ?? '');
  const picturesOf = picturesBy('unit_id', parts.pictures);
  const units = inOrder(parts).map((unit) => ({
    unit,
    price: prices.get(unit.id),
    costs: costs.of(unit, rents.get(unit.id) ?? null),
    selected: selected?.get(unit.id) ?? NOTHING,
    pictures: picturesOf(unit.id),
  }));
  return {
    state: process?.state ?? 'empty',
    ...optional('as_of', process?.as_of),
    ...optional('pricing_process', process && identityOf(process)),
    units: units.map((unit) => unitOf(unit, !!process && parts.statusShownBy.includes(process.process_id))),
    unit_links: parts.unit_outbound_links.map((link) => linkOf(link, units, parts)),
  };
}

/** What visitors see of a price: nothing but the state of a home that cannot be rented. */
const offered = (price: ViewerPrice): ViewerPrice =>
  price.availability === 'unavailable'
    ? { ...price, price: null, full_price: null, specials_description: null, show_online_leasing: false }
    : price;

const identityOf = ({ process_id: id, name, pricing_strategy }: ViewerProcess) => ({ id, name, pricing_strategy });

/** Sorts by building, floor and number; numbers in natural order: 9 before 10. */
function inOrder({ buildings, floors, units }: AssetParts): CatalogUnit[] {
  const [building, floor] = [buildings, floors].map((list) => new Map(list.map(({ id }, at) => [id, at])));
  const { compare } = new Intl.Collator('en', { numeric: true });
  return [...units].sort(
    (a, b) =>
      building!.get(a.building_id)! - building!.get(b.building_id)! ||
      floor!.get(a.floor_id)! - floor!.get(b.floor_id)! ||
      compare(a.unit_number, b.unit_number),
  );
}

function unitOf({ unit, price, costs, selected, pictures }: PricedUnit, showsStatus: boolean): ViewerUnit {
  const { leasingFields, leaseTerm, hasOthers } = selected;
  const isPriced = priceOf(price) !== null;
  return {
    id: unit.id,
    number: unit.unit_number,
    building_id: unit.building_id,
    floor_id: unit.floor_id,
    floor_plan_id: unit.floor_plan_id,
    area: unit.area,
    ...(unit.is_affordable_housing_unit && { affordable: true as const }),
    availability: price?.availability ?? 'unavailable',
    ...optional('available_on', price?.available_on),
    ...optional('price', priceOf(price)),
    ...costs,
    ...optional('lease_term', isPriced ? leaseTerm : null),
    ...(isPriced && hasOthers && { has_quotes: true as const }),
    ...optional('full_price', isDiscount(price) ? price.full_price : null),
    ...optional('specials', price?.specials_description),
    ...optional('state', price?.state),
    ...optional('status', showsStatus && !price?.state ? price?.status : null),
    ...optional('apply_url', price?.show_online_leasing ? webUrlOf(leasingFields['apply_url']) : null),
    ...optional('view_image_url', unit.view_image_url),
    ...optional('secondary_view_image_url', unit.secondary_view_image_url),
    ...pictures,
  };
}

/** Null if there is none; 0 in a price feed means that the price is on request. */
const priceOf = (price: ViewerPrice | undefined): number | null => price?.price || null;

const isDiscount = (price: ViewerPrice | undefined): price is ViewerPrice & { price: number; full_price: number } =>
  price !== undefined && priceOf(price) !== null && price.full_price !== null && price.price! < price.full_price;

const MAX_URL_LENGTH = 2047;

/** An http(s) URL from a price feed, which may contain anything; otherwise null. */
function webUrlOf(text: string | null | undefined): string | null {
  if (!text || text.length > MAX_URL_LENGTH || !isUrlWithoutCredentials(text)) return null;
  const { protocol, href } = new URL(text);
  return /^https?:$/.test(protocol) ? href : null;
}

function linkOf(
  link: AssetParts['unit_outbound_links'][number],
  units: readonly PricedUnit[],
  parts: AssetParts,
): ViewerUnitLink {
  const { id, name, type, template, urls } = link;
  return {
    id,
    name,
    label: link.label || name,
    type,
    ...optional('icon', link.icon_type),
    ...(link.shown_for !== 'all' && { shown_for: link.shown_for }),
    ...optional('event_key', link.event_key),
    open_in_new_window: link.open_in_new_window ?? false,
    show_icon_in_list: link.show_icon_in_list ?? false,
    ...optional('urls', type === 'url_template' ? filledIn(template!, units, parts) : urls),
  };
}

const namesById = (list: readonly { id: string; name: string }[]) => new Map(list.map(({ id, name }) => [id, name]));

function filledIn(template: string, units: readonly PricedUnit[], parts: AssetParts): Record<string, string> {
  const [buildings, floors, plans] = [parts.buildings, parts.floors, parts.floor_plans].map(namesById);
  return Object.fromEntries(
    units.map(({ unit, price, selected }) => {
      const variables: UnitVariables = {
        unit_id: unit.id,
        unit_number: unit.unit_number,
        area: unit.area,
        building: buildings!.get(unit.building_id),
        floor: floors!.get(unit.floor_id),
        floor_plan: plans!.get(unit.floor_plan_id),
        available_on: price?.available_on,
        price: priceOf(price),
        leasing_fields: selected.leasingFields,
      };
      return [unit.id, renderUrlTemplate(template, variables)];
    }),
  );
}
