import type {
  ViewerAsset,
  ViewerDocument,
  ViewerFloorPlan,
  ViewerMap,
  ViewerMarker,
  ViewerUnit,
  ViewerUnitLink,
} from '../document.js';
import type { HostUnit } from '../host-api.js';

export type Floor = ViewerAsset['floors'][number];
export type Building = ViewerAsset['buildings'][number];

/** A unit with the objects that it refers to. */
export interface Home {
  id: string;
  unit: ViewerUnit;
  asset: ViewerAsset;
  plan: ViewerFloorPlan;
  floor: Floor;
  building: Building;
  /** position in the document, which is ordered by building, floor and number */
  position: number;
}

/** A map with a drawing. */
export interface Sheet {
  id: string;
  map: ViewerMap;
  asset: ViewerAsset;
  /** floor or name, shown to select it */
  label: string;
  short_label: string;
  /** group of sheets: the building or the property */
  group: string;
  homes: Home[];
  /** keys by which it is found, by precedence: names of its floors, their labels, the name of the map, ids of the floors, id of the map */
  keys: string[][];
}

export interface PlacedMarker {
  marker: ViewerMarker;
  asset: ViewerAsset;
}

/** The document, indexed by id. */
export class Catalog {
  readonly homes: Home[];
  readonly sheets: Sheet[];
  readonly markers: PlacedMarker[];
  private readonly byId: Map<string, Home>;
  /** the first home of each number */
  private readonly byNumber = new Map<string, Home>();

  constructor(readonly document: ViewerDocument) {
    this.homes = document.assets.flatMap(homesOf).map((home, position) => ({ ...home, position }));
    this.byId = new Map(this.homes.map((home) => [home.id, home]));
    for (const home of this.homes) {
      const number = keyOf(home.unit.number);
      if (!this.byNumber.has(number)) this.byNumber.set(number, home);
    }
    this.sheets = document.assets.flatMap((asset) => asset.maps.map((map) => this.sheetOf(asset, map)));
    this.markers = document.assets.flatMap((asset) => asset.markers.map((marker) => ({ marker, asset })));
  }

  home(id: string | null | undefined): Home | undefined {
    return id ? this.byId.get(id) : undefined;
  }

  /** Finds a home by `id:` with its id, otherwise by its number, which may be the id of another home, otherwise by its id alone. */
  find(name: string): Home | undefined {
    return this.byId.get(/^id:(.*)/.exec(name)?.[1] ?? '') ?? this.byNumber.get(keyOf(name)) ?? this.byId.get(name);
  }

  /** The shortest name by which `find` returns the home. */
  nameOf({ id, unit }: Home): string {
    return [unit.number, id].find((name) => this.find(name)?.id === id) ?? `id:${id}`;
  }

  /** The URL of a page with the home open. */
  urlOf(home: Home, page: string): string {
    return `${page}?unit=${encodeURIComponent(this.nameOf(home))}`;
  }

  sheet(id: string): Sheet | undefined {
    return this.sheets.find((sheet) => sheet.id === id);
  }

  /** A sheet that shows the home, preferably the current one. */
  sheetFor(home: Home, current?: Sheet): Sheet | undefined {
    const shows = ({ map }: Sheet) => map.unit_ids.includes(home.id);
    return current && shows(current) ? current : this.sheets.find(shows);
  }

  /** Finds a sheet by name or label of its floor, by the name of its map, otherwise by an id, which may equal the name of another. */
  findSheet(name: string): Sheet | undefined {
    const wanted = keyOf(name);
    const found = (kind: number) => this.sheets.find(({ keys }) => keys[kind]!.includes(wanted));
    return found(0) ?? found(1) ?? found(2) ?? found(3) ?? found(4);
  }

  /** The name by which `findSheet` returns the sheet: its id, unless that is a name of another. */
  nameOfSheet(sheet: Sheet): string {
    return [sheet.id, ...sheet.keys.flat()].find((name) => this.findSheet(name) === sheet) ?? sheet.id;
  }

  marker(id: string): PlacedMarker | undefined {
    return this.markers.find(({ marker }) => marker.id === id);
  }

  private sheetOf(asset: ViewerAsset, map: ViewerMap): Sheet {
    const floors = asset.floors.filter(({ id }) => map.floor_ids.includes(id));
    const floor = floors.length === 1 ? floors[0] : undefined;
    const isOnlyOne = asset.maps.every(
      (other) =>
        other === map ||
        !sameMembers(other.floor_ids, map.floor_ids) ||
        !sameMembers(other.building_ids, map.building_ids),
    );
    const isOfOne = asset.maps.every(({ building_ids }) => building_ids.length === 1);
    const building = isOfOne ? asset.buildings.find(({ id }) => id === map.building_ids[0]) : undefined;
    const named = floor && isOnlyOne ? floor : { label: map.name, short_label: map.name };
    return {
      id: map.id,
      map,
      asset,
      label: named.label,
      short_label: named.short_label || named.label,
      group: groupLabel(this.document, asset, building),
      homes: map.unit_ids.flatMap((id) => this.byId.get(id) ?? []),
      keys: [
        floors.map(({ name }) => name),
        floors.flatMap(({ label, short_label }) => [label, short_label]),
        [map.name],
        floors.map(({ id }) => id),
        [map.id],
      ].map((names) => names.map(keyOf)),
    };
  }
}

/** Omits units whose floor, plan or building is missing in the document. */
function homesOf(asset: ViewerAsset): Omit<Home, 'position'>[] {
  const byId = <T extends { id: string }>(things: T[]) => new Map(things.map((thing) => [thing.id, thing]));
  const [plans, floors, buildings] = [byId(asset.floor_plans), byId(asset.floors), byId(asset.buildings)];
  return asset.units.flatMap((unit) => {
    const plan = plans.get(unit.floor_plan_id);
    const floor = floors.get(unit.floor_id);
    const building = buildings.get(unit.building_id);
    return plan && floor && building ? [{ id: unit.id, unit, asset, plan, floor, building }] : [];
  });
}

function groupLabel({ assets }: ViewerDocument, asset: ViewerAsset, building?: Building): string {
  const parts = [
    ...(assets.length > 1 ? [asset.name] : []),
    ...(building && asset.buildings.length > 1 ? [building.label] : []),
  ];
  return parts.join(' · ');
}

export const keyOf = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

const sameMembers = (a: string[], b: string[]) => a.length === b.length && a.every((each) => b.includes(each));

/** Converts a home to the form used in events for the host page. */
export function hostUnit({ unit, asset, plan, floor, building }: Home): HostUnit {
  const { availability, available_on, price } = unit;
  return {
    id: unit.id,
    asset_id: asset.id,
    number: unit.number,
    floor_plan: { id: plan.id, name: plan.name },
    floor: { id: floor.id, name: floor.name },
    building: { id: building.id, name: building.name },
    availability,
    ...(availability === 'upcoming' && available_on !== undefined && { available_on }),
    ...(price !== undefined && { price }),
  };
}

/** A link of a unit: a URL to open, or a notification of the host page. */
export interface UnitLink {
  link: ViewerUnitLink;
  url?: string;
}

export function linksOf({ unit, asset }: Home): UnitLink[] {
  const state = unit.availability === 'unavailable' && asset.state !== 'empty' ? 'unavailable' : 'available';
  return asset.unit_links.flatMap((link) => {
    if (link.shown_for && link.shown_for !== state) return [];
    if (link.type === 'iframe_api') return [{ link }];
    const url = link.urls?.[unit.id];
    return url ? [{ link, url }] : [];
  });
}

export function descriptionsOf({ unit, asset }: Home) {
  return asset.description_groups.flatMap(({ descriptions }) =>
    descriptions.filter(({ unit_ids }) => unit_ids.includes(unit.id)),
  );
}

export function addressOf({ address }: ViewerAsset): string {
  const town = [address.city, [address.state, address.postal_code].filter(Boolean).join(' ')]
    .filter(Boolean)
    .join(', ');
  return [address.line_1, address.line_2, town].filter(Boolean).join(', ');
}
