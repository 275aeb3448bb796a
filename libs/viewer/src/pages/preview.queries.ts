import { FindMapDrawing, type MapDrawing } from '@app/mapping/contract';
import { Bulkhead } from '@app/platform/persistence';
import { Logger } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { LRUCache } from 'lru-cache';
import type { Availability, ViewerDocument } from '../composition/viewer-document.schema.js';
import { ViewPageDocument } from '../documents/viewer-document.queries.js';
import { previewName } from './preview-name.js';
import { renderPng } from './render-png.js';

/** The image of a landing page for link previews. */
export interface Preview {
  name: string;
  png: Buffer;
}

/** @returns undefined for an unknown key or a page without a plan */
export class ViewPreview extends Query<Preview | undefined> {
  constructor(readonly key: string) {
    super();
  }
}

type States = ReadonlyMap<string, Availability>;

/** Maximum bytes of a background: the renderer rejects attributes of more than 10 MB, and Base64 takes a third more. */
const BACKGROUND = 7_000_000;
/** Number of rendered images kept. */
const KEPT = 32;
const WAIT_MS = 30_000;

@QueryHandler(ViewPreview)
export class ViewPreviewHandler implements IQueryHandler<ViewPreview> {
  private readonly logger = new Logger('Viewer');
  private readonly kept = new LRUCache<string, Promise<Buffer | undefined>>({ max: KEPT });
  /** Images are rendered one at a time, so that many requests do not slow down the process. */
  private readonly rendering = new Bulkhead(1, WAIT_MS);

  constructor(private readonly queries: QueryBus) {}

  async execute({ key }: ViewPreview): Promise<Preview | undefined> {
    const viewed = await this.queries.execute(new ViewPageDocument('landing_page', key));
    if (viewed?.state !== 'ready') return undefined;
    const name = previewName(viewed.etag);
    const png = await this.picture(`${key}/${name}`, () => JSON.parse(viewed.json) as ViewerDocument);
    return png && { name, png };
  }

  private picture(id: string, read: () => ViewerDocument): Promise<Buffer | undefined> {
    const known = this.kept.get(id);
    if (known) return known;
    const made = this.rendering.run(() => this.draw(read()));
    this.kept.set(id, made);
    made.catch(() => this.kept.delete(id));
    return made;
  }

  private async draw({ assets }: ViewerDocument): Promise<Buffer | undefined> {
    for (const asset of assets)
      for (const map of asset.maps) {
        const drawing = map.url && (await this.queries.execute(new FindMapDrawing(asset.id, map.id, BACKGROUND)));
        const states = new Map(asset.units.map((unit) => [unit.id, unit.availability]));
        if (drawing)
          return pngOf(drawing, states).catch((error: unknown) => this.withoutBackgrounds(error, drawing, states));
      }
    return undefined;
  }

  private withoutBackgrounds(error: unknown, drawing: MapDrawing, states: States): Promise<Buffer> {
    this.logger.warn(
      { text: String(error) },
      'A preview cannot be rendered with its backgrounds; rendering it without them',
    );
    return pngOf({ ...drawing, backgrounds: [] }, states);
  }
}

/** The size recommended for link previews. */
const SIZE = { width: 1200, height: 630 };
const MARGIN = 30;

const FILLS: Record<Availability, string> = { available: '#2a9d78', upcoming: '#f2b866', unavailable: '#ffffff' };
const LINES: Record<Availability, string> = { available: '#0b5c46', upcoming: '#8a4b00', unavailable: '#7b8796' };

function pngOf(drawing: MapDrawing, states: States): Promise<Buffer> {
  const { viewBox, shapes, backgrounds } = drawing;
  const extent = extentOf(drawing);
  const scale = Math.min((SIZE.width - 2 * MARGIN) / extent.width, (SIZE.height - 2 * MARGIN) / extent.height);
  const left = (SIZE.width - extent.width * scale) / 2 - extent.x * scale;
  const top = (SIZE.height - extent.height * scale) / 2 - extent.y * scale;
  const place = `x="${viewBox.x}" y="${viewBox.y}" width="${viewBox.width}" height="${viewBox.height}"`;
  const images = backgrounds.map(
    ({ mediaType, bytes }) =>
      `<image ${place} opacity="0.5" href="data:${mediaType};base64,${bytes.toString('base64')}"/>`,
  );
  const areas = shapes.map(({ path, unitId }) => {
    const state = states.get(unitId ?? '');
    return state && `<path d="${path}" fill="${FILLS[state]}" stroke="${LINES[state]}"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE.width}" height="${SIZE.height}">
    <rect width="100%" height="100%" fill="#f4f6f8"/>
    <g transform="translate(${left} ${top}) scale(${scale})" fill-rule="evenodd" stroke-width="${1.5 / scale}">
    ${images.join('')}<g fill-opacity="0.85">${areas.filter(Boolean).join('')}</g></g></svg>`;
  return renderPng(svg);
}

/** The bounds of the shapes, because drawings leave much of their page empty, or extend past its edge. */
function extentOf({ viewBox, shapes }: MapDrawing): MapDrawing['viewBox'] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { path } of shapes) {
    // Compiled paths have no arcs or shorthand commands, so every pair of numbers is a point or a nearby control point.
    const numbers = (path.match(/-?[\d.]+(?:e[+-]?\d+)?/gi) ?? []).map(Number);
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      const [x, y] = [numbers[at]!, numbers[at + 1]!];
      [left, right] = [Math.min(left, x), Math.max(right, x)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    }
  }
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : viewBox;
}
