import type { Availability, ViewerMap, ViewerMarker, ViewerUnit } from '../document.js';
import type { Floor, Home } from '../model/catalog.js';
import type { Hint } from './pan-zoom.js';
import { labelSize, type Geometry, type Shape } from './geometry.js';
import type { Point } from './outline.js';
import type { Box, Size } from './transform.js';

const SVG = 'http://www.w3.org/2000/svg';
/** The longer side of every sheet in pixels at scale 1, regardless of the drawing's units. */
const SHEET_PX = 1000;
/** Number of options from which a listbox with several floors is grouped. */
const GROUPED_FROM = 200;
const SLICE_MS = 12;

/** What the plan shows of a home. */
export interface PlannedHome {
  id: string;
  unit: Pick<ViewerUnit, 'number' | 'availability'>;
  floor: Pick<Floor, 'id' | 'label'>;
}

/** What the plan shows of a sheet. */
export interface PlannedSheet {
  id: string;
  label: string;
  map: Pick<ViewerMap, 'backgrounds' | 'background_tone' | 'floor_ids'>;
  homes: { length: number };
}

/** What the plan shows of a marker. */
export interface PlannedMarker {
  marker: Pick<ViewerMarker, 'id' | 'label' | 'places'>;
}

export interface PlanPhrases<H> {
  text(key: 'plan_label' | Hint, values?: Record<string, string>): string;
  summary(home: H): string;
}

/** A home with a shape on the sheet. */
export interface Spot<H = Home> {
  home: H;
  shape: Shape;
  path: SVGPathElement;
  option: HTMLElement;
  /** position on the sheet */
  at: Point;
  box: Box;
  /** largest font size at which its number fits, in sheet units; 0 = no label */
  label: number;
}

/** The nodes of one sheet: pictures, shapes, options of the listbox, markers. */
export class Scene<H extends PlannedHome = Home> {
  readonly spots: Spot<H>[] = [];
  readonly size: Size;
  readonly svg = element('svg');
  /** A separate SVG over the shapes, so that changes in it do not repaint them. */
  readonly overlay = element('svg');
  readonly shapes = element('g');
  readonly labels = element('g');
  readonly pattern = element('pattern');
  readonly listbox = document.createElement('div');
  readonly markers = document.createElement('div');
  private readonly unit: number;
  private readonly byHome = new Map<string, Spot<H>[]>();
  private readonly groups = new Map<string, HTMLElement>();
  private isDropped = false;
  private drawnAt?: number;

  constructor(
    readonly sheet: PlannedSheet,
    readonly geometry: Geometry,
    private readonly phrases: PlanPhrases<H>,
    private readonly homeOf: (id: string | undefined) => H | undefined,
  ) {
    const { width, height } = geometry.extent;
    this.unit = SHEET_PX / Math.max(width, height);
    this.size = { width: width * this.unit, height: height * this.unit };
  }

  /** Creates all nodes on the stage, in slices that keep the page responsive. */
  async build(stage: HTMLElement, markers: readonly PlannedMarker[], styleOf: (home: H) => string): Promise<void> {
    stage.style.width = `${this.size.width}px`;
    stage.style.height = `${this.size.height}px`;
    stage.style.setProperty('--ratio', `${this.size.width / this.size.height}`);
    const pictures = this.sheet.map.backgrounds.map(({ image_url }) => this.picture(image_url));
    this.prepareSvg();
    this.listbox.setAttribute('role', 'listbox');
    this.listbox.setAttribute('aria-label', this.phrases.text('plan_label', { floor: this.sheet.label }));
    this.listbox.setAttribute('aria-describedby', 'plan-help');
    this.markers.className = 'markers';
    this.showMarkers(markers);
    stage.replaceChildren(...pictures, this.svg, this.overlay, this.listbox, this.markers);
    let until = performance.now() + SLICE_MS;
    for (const shape of this.geometry.shapes) {
      this.addShape(shape, styleOf);
      if (performance.now() < until) continue;
      await nextTask();
      if (this.isDropped) return;
      until = performance.now() + SLICE_MS;
    }
    if (this.spots.length === 0) this.listbox.remove();
  }

  showMarkers(markers: readonly PlannedMarker[]): void {
    this.markers.replaceChildren(...markers.flatMap((placed) => this.markerButtons(placed)));
  }

  drop(): void {
    this.isDropped = true;
  }

  spot(id: string | null | undefined): Spot<H> | undefined {
    return id ? this.byHome.get(id)?.[0] : undefined;
  }

  spotsOf(id: string | null | undefined): Spot<H>[] {
    return (id && this.byHome.get(id)) || [];
  }

  spotAt(target: EventTarget | null): Spot<H> | undefined {
    const index = (target as Element | null)?.closest<HTMLElement | SVGElement>('[data-spot]')?.dataset['spot'];
    return index === undefined ? undefined : this.spots[Number(index)];
  }

  /** Keeps the screen size of strokes, hatching and markers at a scale. */
  drawAt(scale: number): void {
    if (scale === this.drawnAt) return;
    this.drawnAt = scale;
    const pixel = this.toDrawing(1 / scale);
    for (const { style } of [this.svg, this.overlay]) {
      style.setProperty('--px', `${pixel}px`);
      style.strokeWidth = 'var(--px)';
    }
    this.pattern.setAttribute('patternTransform', `rotate(45) scale(${pixel})`);
    this.markers.style.setProperty('--marker-scale', String(1 / scale));
  }

  /** Converts a length on the sheet to units of the drawing. */
  toDrawing(length: number): number {
    return length / this.unit;
  }

  private toSheet({ x, y }: Point): Point {
    const { extent } = this.geometry;
    return { x: (x - extent.x) * this.unit, y: (y - extent.y) * this.unit };
  }

  /** A background image, stretched to the view box of the drawing. */
  private picture(url: string): HTMLImageElement {
    const image = document.createElement('img');
    if (this.sheet.map.background_tone !== 'natural') image.className = 'pale';
    const { viewBox } = this.geometry;
    const corner = this.toSheet(viewBox);
    image.src = url;
    image.alt = '';
    image.draggable = false;
    const { extent } = this.geometry;
    image.style.left = `${(corner.x / this.size.width) * 100}%`;
    image.style.top = `${(corner.y / this.size.height) * 100}%`;
    image.style.width = `${(viewBox.width / extent.width) * 100}%`;
    image.style.height = `${(viewBox.height / extent.height) * 100}%`;
    return image;
  }

  private prepareSvg(): void {
    const { x, y, width, height } = this.geometry.extent;
    const { svg, pattern } = this;
    for (const each of [svg, this.overlay])
      set(each, {
        viewBox: `${x} ${y} ${width} ${height}`,
        width: this.size.width,
        height: this.size.height,
        'aria-hidden': 'true',
      });
    set(pattern, { id: 'hatch', width: 8, height: 8, patternUnits: 'userSpaceOnUse' });
    const [base, stripe] = [element('rect'), element('rect')];
    set(base, { class: 'hatch-base', width: 8, height: 8 });
    set(stripe, { class: 'hatch-stripe', width: 1.2, height: 8 });
    pattern.append(base, stripe);
    const defs = element('defs');
    defs.append(pattern);
    this.labels.setAttribute('class', 'labels');
    svg.append(defs, this.shapes);
    svg.setAttribute('class', 'shapes');
    this.overlay.setAttribute('class', 'overlay');
    this.overlay.append(this.labels);
  }

  private addShape(shape: Shape, styleOf: (home: H) => string): void {
    const path = element('path');
    path.setAttribute('d', shape.path);
    this.shapes.append(path);
    const home = this.homeOf(shape.unitId);
    if (!home) return path.setAttribute('class', 'other');
    const box = shape.outline ? shape.box : path.getBBox();
    const corner = this.toSheet(box);
    const spot: Spot<H> = {
      home,
      shape,
      path,
      option: document.createElement('div'),
      at: this.toSheet(shape.outline ? shape.label : centre(box)),
      box: { ...corner, width: box.width * this.unit, height: box.height * this.unit },
      label: labelSize(shape, home) * this.unit,
    };
    path.setAttribute('class', styleOf(home));
    path.dataset['spot'] = String(this.spots.length);
    this.addOption(spot);
    this.spots.push(spot);
    this.byHome.set(home.id, [...this.spotsOf(home.id), spot]);
  }

  /** Adds one option per home, at its first shape. */
  private addOption(spot: Spot<H>): void {
    const first = this.spot(spot.home.id);
    if (first) {
      spot.option = first.option;
      return;
    }
    const { option, at, box, home } = spot;
    option.setAttribute('role', 'option');
    option.dataset['spot'] = String(this.spots.length);
    option.setAttribute('aria-label', this.phrases.summary(home));
    option.tabIndex = -1;
    const width = 2 * Math.min(at.x - box.x, box.x + box.width - at.x);
    const height = 2 * Math.min(at.y - box.y, box.y + box.height - at.y);
    const { style } = option;
    style.marginLeft = `${at.x - width / 2}px`;
    style.marginTop = `${at.y - height / 2}px`;
    style.width = `${width}px`;
    style.height = `${height}px`;
    this.groupFor(home).append(option);
  }

  private groupFor({ floor }: H): HTMLElement {
    const isGrouped = this.sheet.homes.length > GROUPED_FROM && this.sheet.map.floor_ids.length > 1;
    if (!isGrouped) return this.listbox;
    let group = this.groups.get(floor.id);
    if (!group) {
      group = document.createElement('div');
      group.setAttribute('role', 'group');
      group.setAttribute('aria-label', floor.label);
      this.groups.set(floor.id, group);
      this.listbox.append(group);
    }
    return group;
  }

  private markerButtons({ marker }: PlannedMarker): HTMLElement[] {
    return marker.places
      .filter(({ map_id }) => map_id === this.sheet.id)
      .map((place) => {
        const button = document.createElement('button');
        const at = this.toSheet(place);
        button.className = 'marker';
        button.dataset['marker'] = marker.id;
        button.setAttribute('aria-label', marker.label);
        button.title = marker.label;
        button.style.left = `${at.x}px`;
        button.style.top = `${at.y}px`;
        return button;
      });
  }
}

export const CLASSES: Record<Availability, string> = { available: 'free', upcoming: 'later', unavailable: 'taken' };

function element<K extends keyof SVGElementTagNameMap>(name: K): SVGElementTagNameMap[K] {
  return document.createElementNS(SVG, name);
}

export function label(text: string, at: Point, className: string): SVGTextElement {
  const node = element('text');
  set(node, { x: at.x, y: at.y, class: className });
  node.textContent = text;
  return node;
}

export function outline(className: string): SVGPathElement {
  const path = element('path');
  path.setAttribute('class', className);
  return path;
}

function set(node: Element, attributes: Record<string, string | number>): void {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
}

const centre = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 });

const nextTask = () => new Promise<void>((settle) => setTimeout(settle));
