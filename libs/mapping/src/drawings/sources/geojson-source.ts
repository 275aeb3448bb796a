import { type Entry, fromBufferPromise } from 'yauzl';
import { MiB } from '@app/platform/core';
import { DrawingError } from '../svg/drawing-error.js';
import { escape } from '../svg/svg-tree.js';

const MAX_BYTES = 50 * MiB;
const MAX_FEATURES = 50_000;
/** Metres of a degree of latitude. */
const DEGREE = 111_320;

/** Properties with the number or name of a unit, the most trusted first. */
const NUMBERS = ['unit_number', 'unit', 'number', 'room', 'ref', 'addr:unit'];
const NAMES = ['name', 'alt_name', 'label'];

type Position = [x: number, y: number];
interface Feature {
  id?: unknown;
  properties?: Record<string, unknown> | null;
  geometry?: { type?: unknown; coordinates?: unknown } | null;
}

const wrong = (error: string): DrawingError => new DrawingError(`must be GeoJSON: ${error}`);

/** The areas of a GeoJSON file as a drawing, projected flat with north above. @throws DrawingError */
export function drawGeojson(bytes: Buffer): Buffer {
  const features = featuresOf(bytes);
  const levels = new Set(features.flatMap(({ properties }) => properties?.['level_id'] ?? []));
  if (levels.size > 1) throw wrong('it must have one floor, but its features have several values of `level_id`');
  const areas = features.flatMap((feature) => {
    const rings = ringsOf(feature);
    return rings.length > 0 ? [{ feature, rings }] : [];
  });
  if (areas.length === 0) throw wrong('it has no feature with a Polygon or MultiPolygon');
  const place = projectionOf(areas.flatMap(({ rings }) => rings.flat()));
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  const paths = areas.map(({ feature, rings }) => {
    const d = rings.map((ring) => `M${ring.map((position) => written(place(position), box)).join('L')}Z`).join('');
    return `<path${attributesOf(feature)} d="${d}"/>`;
  });
  const [width, height] = [box.right - box.left, box.bottom - box.top];
  if (!(width > 0 && height > 0)) throw wrong('its polygons have no area');
  const line = Math.max(width, height) / 1000;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.left} ${box.top} ${width} ${height}"><g fill="#f4f4f4" fill-rule="evenodd" stroke="#666" stroke-width="${line}">${paths.join('')}</g></svg>`;
  return Buffer.from(svg);
}

function featuresOf(bytes: Buffer): Feature[] {
  let read: { type?: unknown; features?: unknown };
  try {
    read = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as typeof read;
  } catch {
    throw wrong('it is not JSON in UTF-8');
  }
  const { type, features } = read ?? {};
  if (type !== 'FeatureCollection' || !Array.isArray(features)) throw wrong('it is not a FeatureCollection');
  if (features.length > MAX_FEATURES) throw wrong(`it must have at most ${MAX_FEATURES} features`);
  if (!features.every((each) => typeof each === 'object' && each !== null)) throw wrong('a feature is not an object');
  return features as Feature[];
}

/** Features without an area are left out. */
function ringsOf({ geometry }: Feature): Position[][] {
  const { type, coordinates } = geometry ?? {};
  const polygons = type === 'Polygon' ? [coordinates] : type === 'MultiPolygon' ? coordinates : [];
  const isPosition = (at: unknown): boolean => Array.isArray(at) && Number.isFinite(at[0]) && Number.isFinite(at[1]);
  const isRing = (ring: unknown): boolean => Array.isArray(ring) && ring.length > 3 && ring.every(isPosition);
  const isPolygon = (polygon: unknown): boolean => Array.isArray(polygon) && polygon.every(isRing);
  if (!Array.isArray(polygons) || !polygons.every(isPolygon))
    throw wrong('a polygon must have rings of four or more positions');
  return (polygons as Position[][][]).flat().map((ring) => ring.slice(0, -1));
}

/** Degrees become metres; coordinates that are no degrees are metres already. */
function projectionOf(positions: readonly Position[]): (position: Position) => Position {
  const isGlobal = positions.every(([x, y]) => Math.abs(x) <= 180 && Math.abs(y) <= 90);
  const [west, south] = positions[0]!;
  const [x, y] = isGlobal ? [DEGREE * Math.cos((south * Math.PI) / 180), DEGREE] : [1, 1];
  return ([east, north]) => [(east - west) * x, (south - north) * y];
}

function written(position: Position, box: { left: number; top: number; right: number; bottom: number }): string {
  const [x, y] = position.map((each) => Math.round(each * 1000) / 1000) as Position;
  box.left = Math.min(box.left, x);
  box.right = Math.max(box.right, x);
  box.top = Math.min(box.top, y);
  box.bottom = Math.max(box.bottom, y);
  return `${x} ${y}`;
}

function attributesOf({ id, properties }: Feature): string {
  const values = (names: string[]): string[] => names.flatMap((name) => textsOf(properties?.[name]));
  const attributes = [
    ...textsOf(id).map((text) => ['id', text]),
    ...values(NUMBERS).map((text, at) => [`data-unit-${at}`, text]),
    ...values(NAMES).map((text, at) => [`data-name-${at}`, text]),
  ];
  return attributes.map(([name, text]) => ` ${name}="${escape(text!)}"`).join('');
}

/** A text, a number, or the texts of a name in several languages. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'number') return [String(value)];
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.replace(/[\p{C}]/gu, ' ').trim()];
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? [...new Set(Object.values(value).flatMap((each) => (typeof each === 'string' ? textsOf(each) : [])))]
    : [];
}

/** The units of one level of an IMDF archive, as GeoJSON. @param name of the level, which may be left out if it has only one */
export async function levelOf(archive: Buffer, name: string): Promise<Buffer> {
  const files = await unzipped(archive, ['level.geojson', 'unit.geojson', 'address.geojson', 'anchor.geojson']);
  const read = (file: string): Feature[] => (files.has(file) ? featuresOf(files.get(file)!) : []);
  if (!files.has('unit.geojson') || !files.has('level.geojson'))
    throw new DrawingError('must be an IMDF archive with level.geojson and unit.geojson');
  const of = ({ properties }: Feature, property: string): unknown => properties?.[property];
  const units = read('unit.geojson');
  const levels = read('level.geojson').filter(({ id }) => units.some((unit) => of(unit, 'level_id') === id));
  const namesOf = (level: Feature): string[] => ['name', 'short_name', 'ordinal'].flatMap((each) => textsOf(of(level, each))); // oxfmt-ignore
  const key = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, ' ').trim(); // oxfmt-ignore
  const found = levels.length === 1 ? levels : levels.filter((level) => namesOf(level).some((each) => key(each) === key(name))); // oxfmt-ignore
  if (found.length !== 1)
    throw new DrawingError(`must be named like one of its levels, such as "${namesOf(levels[0] ?? {})[0] ?? 'Level 1'}.zip", because it has ${levels.length} levels with units: ${levels.map((level) => namesOf(level)[0]).join(', ').slice(0, 500)}`); // oxfmt-ignore
  // The number of a home is part of the address of an anchor in it.
  const addresses = new Map(read('address.geojson').map((address) => [address.id, of(address, 'unit')]));
  const numbers = new Map(read('anchor.geojson').map((anchor) => [of(anchor, 'unit_id'), addresses.get(of(anchor, 'address_id'))])); // oxfmt-ignore
  const features = units
    .filter((unit) => of(unit, 'level_id') === found[0]!.id)
    .map((unit) => {
      const number = numbers.get(unit.id);
      return number === undefined || number === null
        ? unit
        : { ...unit, properties: { unit_number: number, ...unit.properties } };
    });
  return Buffer.from(JSON.stringify({ type: 'FeatureCollection', features }));
}

async function unzipped(archive: Buffer, names: readonly string[]): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  let left = MAX_BYTES;
  try {
    const zip = await fromBufferPromise(archive);
    for await (const entry of zip.eachEntry() as AsyncIterable<Entry>) {
      const name = entry.fileName.split('/').at(-1)!;
      if (!names.includes(name) || found.has(name)) continue;
      if ((left -= entry.uncompressedSize) < 0) throw new DrawingError('must have at most 50 MiB when unpacked');
      const chunks: Buffer[] = [];
      for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
      found.set(name, Buffer.concat(chunks));
    }
  } catch (error) {
    if (error instanceof DrawingError) throw error;
    throw new DrawingError('must be a ZIP archive, as its name says');
  }
  return found;
}
