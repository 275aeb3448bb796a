import { effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Home } from '../model/catalog.js';
import type { Drawing, Store } from '../store.js';
import { Scene, CLASSES, label, outline, type PlannedHome, type PlannedMarker, type PlannedSheet, type PlanPhrases, type Spot } from './scene.js'; // oxfmt-ignore
import { nearest, type Direction } from './outline.js';
import { PanZoom, type Hint } from './pan-zoom.js';
import { centreOf, type Box, type Insets } from './transform.js';

const LABEL_PX = 12.5;
const MIN_LABEL_PX = 8;
const HINT_MS = 1600;
/** Width of the zoom buttons at the right. */
const ZOOM_PX = 70;

const ARROWS: Record<string, Direction> = { ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down' };

/** What the plan shows, and where it reports what users do: a part of the store. */
export interface PlanStore<H> extends Pick<Store, 'hovered' | 'focused' | 'shows'> {
  readonly sheet: ReadonlySignal<PlannedSheet | undefined>;
  readonly drawings: ReadonlySignal<ReadonlyMap<string, Drawing>>;
  readonly phrases: PlanPhrases<H>;
  readonly catalog: { readonly markers: readonly PlannedMarker[]; home(id: string | null | undefined): H | undefined };
  /** the open one */
  readonly home: ReadonlySignal<H | undefined>;
  readonly opened: Signal<unknown>;
  /** homes that filters leave */
  readonly leftIds: ReadonlySignal<ReadonlySet<string>>;
  select(id: string, source: 'map'): void;
  openMarker(id: string): void;
  leave(to: HTMLElement): void;
}

/**
 * The plan in its frame. Preact renders everything around it, but diffing thousands of shapes would be slow: here, nodes are created
 * once per sheet, and changes update the classes of the affected nodes.
 */
export class PlanView<H extends PlannedHome = Home> {
  private readonly stage = document.createElement('div');
  private readonly panZoom: PanZoom;
  protected scene?: Scene<H>;
  private rings = {
    hovered: outline('ring hovered'),
    halo: outline('ring halo'),
    chosen: outline('ring chosen'),
    focused: outline('ring focused'),
  };
  protected readonly texts = new Map<Spot<H>, SVGTextElement>();
  /** Whether the frame has had a size. Before, as in a hidden tab, nothing can be measured, and strokes would be as wide as the plan. */
  private readonly isSized = signal(false);
  private isHidden = false;
  private readonly cleanups: (() => void)[] = [];
  private readonly listeners = new AbortController();

  constructor(
    private readonly frame: HTMLElement,
    protected readonly store: PlanStore<H>,
  ) {
    this.stage.className = 'stage';
    frame.append(this.stage);
    this.panZoom = new PanZoom({
      frame,
      stage: this.stage,
      insets: () => this.insets(),
      shapes: () => this.scene?.spots ?? [],
      pad: () => this.pad(),
      onSettle: () => this.settle(),
    });
    this.isSized.value = this.panZoom.hasSize;
    const sizes = new ResizeObserver(() => this.resize());
    sizes.observe(frame);
    const { signal } = this.listeners;
    matchMedia('print').addEventListener('change', () => this.panZoom.fitAtOnce(), { signal });
    this.listen();
    this.cleanups.push(
      () => sizes.disconnect(),
      effect(() => this.show()),
      effect(() => this.colour()),
      effect(() => this.ring(this.rings.hovered, this.store.hovered.value)),
      effect(() => this.ring(this.rings.focused, this.store.focused.value)),
      effect(() => this.showOpened()),
    );
  }

  zoomIn = () => this.panZoom.zoom(1, this.zoomTarget());
  zoomOut = () => this.panZoom.zoom(-1, this.zoomTarget());
  fit = () => this.panZoom.fit();
  left = () => this.panZoom.pan(-1, 0);
  right = () => this.panZoom.pan(1, 0);
  up = () => this.panZoom.pan(0, -1);
  down = () => this.panZoom.pan(0, 1);

  destroy(): void {
    this.cleanups.forEach((cleanup) => cleanup());
    this.listeners.abort();
    this.panZoom.destroy();
    this.scene?.drop();
    this.stage.remove();
  }

  private resize(): void {
    const wasHidden = this.isHidden;
    this.isHidden = !this.panZoom.hasSize;
    if (this.isHidden) return;
    this.panZoom.refit();
    if (!this.isSized.peek()) this.isSized.value = true;
    else if (wasHidden) this.showOpened();
  }

  /** What to zoom around: the focused, open or hovered home, otherwise the one nearest to the middle. */
  private zoomTarget(): Box | undefined {
    const { home, hovered } = this.store;
    const { scene, panZoom } = this;
    const spot = scene?.spotAt(document.activeElement) ?? scene?.spot(home.peek()?.id) ?? scene?.spot(hovered.peek());
    if (spot) return spot.box;
    const { middle, transform } = panZoom;
    let [target, shortest]: [Box | undefined, number] = [undefined, Infinity];
    for (const { box } of scene?.spots ?? []) {
      const { x, y } = centreOf(transform, box);
      const distance = Math.hypot(x - middle.x, y - middle.y);
      if (distance < shortest) [target, shortest] = [box, distance];
    }
    return target;
  }

  /** Shows the current sheet once its drawing is loaded. */
  private show(): void {
    const sheet = this.store.sheet.value;
    const drawing = sheet && this.store.drawings.value.get(sheet.id);
    if (!this.isSized.value) return;
    if (sheet && this.scene?.sheet === sheet && this.scene.geometry === drawing) return;
    this.scene?.drop();
    this.scene = undefined;
    for (const ring of Object.values(this.rings)) ring.removeAttribute('d');
    this.texts.clear();
    this.stage.replaceChildren();
    if (!sheet || typeof drawing !== 'object') return;
    const scene = new Scene(sheet, drawing, this.store.phrases, (id) => this.store.catalog.home(id));
    this.scene = scene;
    this.panZoom.setSheet(scene.size);
    const { hovered, halo, chosen, focused } = this.rings;
    const styleOf = (home: H) => this.styleOf(home);
    void scene
      .build(this.stage, this.store.catalog.markers, styleOf)
      .then(() => this.scene === scene && this.refresh());
    scene.overlay.append(hovered, halo, chosen, focused);
  }

  private refresh(): void {
    this.colour();
    this.ring(this.rings.hovered, this.store.hovered.peek());
    this.ring(this.rings.focused, this.store.focused.peek());
    this.showOpened();
    this.settle();
  }

  /** Updates only the classes that differ. */
  protected colour(): void {
    const left = this.store.leftIds.value;
    const opened = this.store.home.value?.id;
    let isReachable = false;
    for (const { home, path, option } of this.scene?.spots ?? []) {
      const isLeft = left.has(home.id);
      const style = this.styleOf(home);
      if (path.getAttribute('class') !== style) path.setAttribute('class', style);
      if (option.hidden === isLeft) option.hidden = !isLeft;
      const isOpened = String(home.id === opened);
      if (option.getAttribute('aria-selected') !== isOpened) option.setAttribute('aria-selected', isOpened);
      isReachable ||= option.tabIndex === 0 && isLeft;
    }
    if (this.scene) this.scene.listbox.hidden = !this.scene.spots.some(({ option }) => !option.hidden);
    if (!isReachable) this.makeReachable(this.scene?.spots.find(({ home }) => left.has(home.id)));
    for (const [{ home }, text] of this.texts) text.classList.toggle('out', !left.has(home.id));
  }

  private styleOf({ id, unit }: H): string {
    return `${CLASSES[unit.availability]}${this.store.leftIds.peek().has(id) ? '' : ' out'}`;
  }

  /** Makes one option reachable with Tab (roving tabindex). */
  private makeReachable(spot: Spot<H> | undefined): void {
    for (const option of this.scene?.listbox.querySelectorAll<HTMLElement>('[tabindex="0"]') ?? [])
      option.tabIndex = -1;
    if (spot) spot.option.tabIndex = 0;
  }

  private showOpened(): void {
    const id = this.store.home.value?.id ?? null;
    this.ring(this.rings.halo, id);
    this.ring(this.rings.chosen, id);
    this.colour();
    const spot = this.scene?.spot(id);
    if (!spot) return;
    this.makeReachable(spot);
    // Waits for the layout of the card that covers a part of the plan.
    requestAnimationFrame(() => this.store.home.peek()?.id === id && this.panZoom.reveal(spot.box, true));
  }

  private ring(ring: SVGPathElement, id: string | null | undefined): void {
    const paths = this.scene?.spotsOf(id).map(({ shape }) => shape.path) ?? [];
    ring.setAttribute('d', paths.join(''));
  }

  private pad(): DOMRect | undefined {
    const pad = this.frame.parentElement?.querySelector('.pad')?.getBoundingClientRect();
    return pad?.width ? pad : undefined;
  }

  /** Covered areas of the frame: the controls, and the sheet at its bottom; a card at the right narrows the frame itself. Transient texts do not count. */
  private insets(): Insets {
    const frame = this.frame.getBoundingClientRect();
    const within = (selector: string) => this.frame.parentElement?.querySelector(selector)?.getBoundingClientRect();
    const [floors, corner] = [within('.floors'), within('.corner')];
    // In a small pane, the controls are beside the frame.
    const isSmall = this.frame.clientHeight < this.frame.parentElement!.clientHeight;
    const margin = isSmall ? 8 : 16;
    const edge = this.store.shows('zoom') && !isSmall ? ZOOM_PX : margin;
    const insets: Insets = {
      top: floors?.height && !isSmall ? floors.bottom - frame.top + 12 : margin,
      right: edge,
      bottom: corner && !isSmall ? frame.bottom - corner.top + 12 : margin,
      left: margin,
    };
    const panel = this.frame.closest('.main')?.querySelector('.panel')?.getBoundingClientRect();
    if (panel && panel.top < frame.bottom && panel.left < frame.right && panel.right > frame.left)
      insets.bottom = Math.max(insets.bottom, Math.min(frame.height - 96, frame.bottom - panel.top));
    return insets;
  }

  /** Adapts strokes, hatching and labels to the scale after a movement. */
  protected settle(): void {
    const { scene } = this;
    if (!scene) return;
    const { scale } = this.panZoom.transform;
    scene.drawAt(scale);
    this.frame.parentElement?.toggleAttribute('data-zoomed', this.panZoom.isEnlarged);
    this.writeLabels(scene, scene.toDrawing(1 / scale));
  }

  private writeLabels(scene: Scene<H>, pixel: number): void {
    const { x, y, scale } = this.panZoom.transform;
    const { width, height } = this.panZoom.frameSize;
    const left = this.store.leftIds.peek();
    for (const spot of scene.spots) {
      const [atX, atY] = [spot.at.x * scale + x, spot.at.y * scale + y];
      const isNear = atX > -width / 2 && atX < 1.5 * width && atY > -height / 2 && atY < 1.5 * height;
      const size = Math.min(LABEL_PX, spot.label * scale);
      const text = this.texts.get(spot);
      if (!isNear || size < MIN_LABEL_PX) {
        text?.remove();
        this.texts.delete(spot);
        continue;
      }
      const shown = text ?? label(spot.home.unit.number, spot.shape.label, CLASSES[spot.home.unit.availability]);
      if (!text) {
        shown.classList.toggle('out', !left.has(spot.home.id));
        scene.labels.append(shown);
        this.texts.set(spot, shown);
      }
      const fontSize = String(size * pixel);
      if (shown.getAttribute('font-size') !== fontSize) shown.setAttribute('font-size', fontSize);
    }
  }

  private listen(): void {
    const { signal } = this.listeners;
    const { frame } = this;
    frame.addEventListener('click', (event) => this.click(event), { signal });
    frame.addEventListener('pointerover', (event) => this.hover(event), { signal });
    frame.addEventListener('pointerleave', () => (this.store.hovered.value = null), { signal });
    frame.addEventListener('keydown', (event) => this.key(event), { signal });
    frame.addEventListener('focusin', (event) => this.focus(event), { signal });
    frame.addEventListener('focusout', () => (this.store.focused.value = null), { signal });
    let timer: ReturnType<typeof setTimeout> | undefined;
    frame.addEventListener(
      'hint',
      (event) => {
        frame.dataset['hint'] = this.store.phrases.text((event as CustomEvent<Hint>).detail);
        clearTimeout(timer);
        timer = setTimeout(() => delete frame.dataset['hint'], HINT_MS);
      },
      { signal },
    );
  }

  private click({ target }: Event): void {
    const marker = (target as Element).closest<HTMLElement>('[data-marker]')?.dataset['marker'];
    if (marker) return this.store.openMarker(marker);
    const spot = this.scene?.spotAt(target);
    if (!spot || spot.option.hidden) return;
    spot.option.focus({ preventScroll: true });
    this.store.select(spot.home.id, 'map');
  }

  private hover({ target, pointerType, buttons }: PointerEvent): void {
    if (pointerType === 'touch' || buttons !== 0) return; // shapes passed by a drag are not hovered
    this.store.hovered.value = this.scene?.spotAt(target)?.home.id ?? null;
  }

  private focus({ target }: Event): void {
    const spot = this.scene?.spotAt(target);
    if (!spot) return;
    this.makeReachable(spot);
    this.store.focused.value = (target as Element).matches(':focus-visible') ? spot.home.id : null;
    this.panZoom.reveal(spot.box);
  }

  private key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const spot = this.scene?.spotAt(event.target);
    if (this.zoomKey(event.key) || (spot && this.moveKey(event.key, spot))) event.preventDefault();
  }

  private zoomKey(key: string): boolean {
    if (key === '+' || key === '=') this.zoomIn();
    else if (key === '-') this.zoomOut();
    else if (key === '0') this.fit();
    else return false;
    return true;
  }

  private moveKey(key: string, spot: Spot<H>): boolean {
    if (key === 'Enter' || key === ' ') {
      this.store.select(spot.home.id, 'map');
      return true;
    }
    if (key === 'Escape') {
      if (!this.store.opened.peek()) return false;
      this.store.leave(spot.option);
      return true;
    }
    const shown = this.scene?.spots.filter(({ option }) => !option.hidden) ?? [];
    const next = key === 'Home' ? shown[0] : key === 'End' ? shown.at(-1) : this.neighbour(spot, shown, ARROWS[key]);
    next?.option.focus({ preventScroll: true });
    return next !== undefined || key in ARROWS;
  }

  private neighbour(spot: Spot<H>, shown: Spot<H>[], direction: Direction | undefined): Spot<H> | undefined {
    if (!direction) return undefined;
    const others = shown.filter(({ home }) => home !== spot.home).map((other) => ({ ...other.at, other }));
    return nearest(spot.at, others, direction)?.other;
  }
}
