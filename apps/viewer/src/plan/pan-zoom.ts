import type { Point } from './outline.js';
import {
  besideCorner,
  bounded,
  centreOf,
  enlarged,
  fitted,
  freeBox,
  revealing,
  showingSome,
  zoomed,
  type Box,
  type Insets,
  type Size,
  type Transform,
} from './transform.js';

const STEP = 1.5;
const PAN = 0.25;
const DRAG_PX = 4;
const SETTLE_MS = 160;

/** How to move the plan by what has scrolled the page. */
export type Hint = 'wheel_hint' | 'touch_hint';

interface Options {
  frame: HTMLElement;
  stage: HTMLElement;
  /** Areas of the frame that are currently covered. */
  insets(): Insets;
  /** The shapes of the sheet, of which one is always in view. */
  shapes(): readonly { box: Box }[];
  /** Window coordinates of the buttons that move an enlarged plan. */
  pad(): { left: number; top: number } | undefined;
  /** Called after a movement, to update details that depend on the scale. */
  onSettle(): void;
}

/**
 * Moves and scales the stage by dragging with the mouse, Ctrl and the wheel, two fingers, buttons and keys. One finger and the wheel
 * alone scroll the page. A movement changes a single transform until it has settled.
 */
export class PanZoom {
  transform: Transform = { x: 0, y: 0, scale: 1 };
  /** whether the user has moved the plan, after which resizing the window does not refit it */
  isMoved = false;
  private sheet: Size = { width: 1, height: 1 };
  /** scale at which the stage was last drawn */
  private drawnScale = 1;
  private drag?: { id: number; x: number; y: number; isMoving: boolean; insets: Insets };
  /** Covers the shapes during a drag, so that the browser skips hit tests on thousands of them. */
  private readonly dragOverlay = document.createElement('div');
  private pinch?: { distance: number; x: number; y: number };
  private timer?: ReturnType<typeof setTimeout>;
  private request = 0;
  private readonly listeners = new AbortController();

  constructor(private readonly options: Options) {
    const { frame } = options;
    const { signal } = this.listeners;
    this.dragOverlay.className = 'drag-overlay';
    frame.append(this.dragOverlay);
    frame.addEventListener('pointerdown', (event) => this.startDrag(event), { signal });
    frame.addEventListener('pointermove', (event) => this.moveDrag(event), { signal });
    frame.addEventListener('pointerup', () => this.endDrag(), { signal });
    frame.addEventListener('pointercancel', () => this.endDrag(), { signal });
    frame.addEventListener('wheel', (event) => this.wheel(event), { signal, passive: false });
    frame.addEventListener('touchstart', (event) => this.touch(event), { signal, passive: false });
    frame.addEventListener('touchmove', (event) => this.touch(event), { signal, passive: false });
    frame.addEventListener('touchend', () => (this.pinch = undefined), { signal });
  }

  private get isDragging(): boolean {
    return this.drag?.isMoving ?? false;
  }

  get frameSize(): Size {
    return { width: this.options.frame.clientWidth, height: this.options.frame.clientHeight };
  }

  get hasSize(): boolean {
    const { width, height } = this.frameSize;
    return width > 0 && height > 0;
  }

  get smallest(): number {
    return fitted(this.sheet, this.frameSize, this.options.insets()).scale;
  }

  setSheet(sheet: Size): void {
    this.sheet = sheet;
    this.fit(false);
  }

  fit(isGliding = true): void {
    this.isMoved = false;
    this.move(fitted(this.sheet, this.frameSize, this.options.insets()), isGliding);
  }

  /** Fits the plan without waiting for an animation frame, for printing. */
  fitAtOnce(): void {
    this.fit(false);
    cancelAnimationFrame(this.request);
    this.apply();
  }

  /** Adapts to a new size of the frame: glides to it, unless nothing has been shown yet. */
  refit(): void {
    const isShown = this.options.stage.style.transform !== '';
    if (this.isMoved) this.move(this.within(this.transform), isShown);
    else this.fit(isShown);
  }

  get isEnlarged(): boolean {
    return this.transform.scale > this.smallest * 1.01;
  }

  /** Zooms around a part of the sheet, which is then in view; default: around the middle of the uncovered area. */
  zoom(direction: 1 | -1, around?: Box): void {
    const at = around ? centreOf(this.transform, around) : this.middle;
    this.isMoved = true;
    const insets = this.options.insets();
    const to = zoomed(this.transform, STEP ** direction, at, this.smallest);
    this.move(this.within(around ? revealing(to, around, this.frameSize, insets) : to, insets), true);
  }

  /** The middle of the uncovered area of the frame. */
  get middle(): Point {
    const { x, y, width, height } = freeBox(this.frameSize, this.options.insets());
    return { x: x + width / 2, y: y + height / 2 };
  }

  pan(dx: number, dy: number): void {
    const { width, height } = this.frameSize;
    const { x, y, scale } = this.transform;
    this.isMoved = true;
    this.move(this.within({ scale, x: x - dx * width * PAN, y: y - dy * height * PAN }), true);
  }

  /** Moves a part of the sheet into view, unless it is visible. @param isOpened enlarges it to a size at which it is seen well */
  reveal(box: Box, isOpened = false): void {
    const insets = this.options.insets();
    // A card that opens may have covered a part of the frame.
    const from = isOpened && !this.isMoved ? fitted(this.sheet, this.frameSize, insets) : this.transform;
    const sized = isOpened ? enlarged(from, box, this.frameSize, insets, this.smallest) : from;
    const revealed = revealing(sized, box, this.frameSize, insets);
    const pad = this.options.pad();
    const moved = pad ? besideCorner(revealed, box, this.inFrame(pad.left, pad.top), insets) : revealed;
    if (moved === this.transform) return;
    this.isMoved = moved !== from;
    this.move(moved, true);
  }

  destroy(): void {
    this.listeners.abort();
    this.dragOverlay.remove();
    clearTimeout(this.timer);
    cancelAnimationFrame(this.request);
  }

  private within(transform: Transform, insets = this.options.insets()): Transform {
    const inside = bounded(transform, this.sheet, this.frameSize, insets);
    return showingSome(inside, this.options.shapes(), this.frameSize, insets);
  }

  private zoomAt(factor: number, at: Point, isGliding: boolean): void {
    this.isMoved = true;
    this.move(this.within(zoomed(this.transform, factor, at, this.smallest)), isGliding);
  }

  private move(transform: Transform, isGliding: boolean): void {
    if (!this.hasSize) return; // fitted again once it is shown
    this.transform = transform;
    const { classList } = this.options.stage;
    classList.toggle('gliding', isGliding);
    if (transform.scale !== this.drawnScale) classList.add('scaling');
    if (this.request === 0) this.request = requestAnimationFrame(() => this.apply());
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.settle(), isGliding ? 2 * SETTLE_MS : SETTLE_MS);
  }

  private apply(): void {
    this.request = 0;
    const { x, y, scale } = this.transform;
    // Uses translate3d to keep the stage on its own compositor layer, because creating the layer repaints everything on it.
    this.options.stage.style.transform = `translate3d(${x}px, ${y}px, 0) scale(${scale})`;
  }

  private settle(): void {
    if (this.drag?.isMoving) return;
    this.drawnScale = this.transform.scale;
    this.options.stage.classList.remove('scaling', 'gliding');
    this.options.onSettle();
  }

  private startDrag(event: PointerEvent): void {
    const isOnButton = (event.target as Element).closest('button');
    if (event.pointerType === 'touch' || event.button !== 0 || isOnButton) return;
    const insets = this.options.insets();
    this.drag = { id: event.pointerId, x: event.clientX, y: event.clientY, isMoving: false, insets };
  }

  private moveDrag(event: PointerEvent): void {
    const { drag } = this;
    if (!drag || event.pointerId !== drag.id) return;
    if (event.buttons === 0) return this.endDrag(); // released outside the frame
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.isMoving) {
      if (Math.hypot(dx, dy) < DRAG_PX) return;
      drag.isMoving = true;
      this.dragOverlay.style.pointerEvents = 'auto';
      this.dragOverlay.setPointerCapture(drag.id);
    }
    [drag.x, drag.y] = [event.clientX, event.clientY];
    this.isMoved = true;
    const { x, y, scale } = this.transform;
    this.move(this.within({ scale, x: x + dx, y: y + dy }, drag.insets), false);
  }

  private endDrag(): void {
    const wasMoving = this.isDragging;
    this.drag = undefined;
    this.dragOverlay.style.pointerEvents = '';
    if (!wasMoving) return;
    // Suppresses the click at the end of a drag.
    const swallow = (event: Event) => event.stopPropagation();
    this.options.frame.addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => this.options.frame.removeEventListener('click', swallow, { capture: true }));
    this.move(this.transform, false);
  }

  private wheel(event: WheelEvent): void {
    if (!event.ctrlKey && !event.metaKey) {
      this.suggest('wheel_hint');
      return;
    }
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    const factor = Math.exp(Math.max(-60, Math.min(60, -event.deltaY * lines)) / 100);
    this.zoomAt(factor, this.inFrame(event.clientX, event.clientY), false);
  }

  private touch(event: TouchEvent): void {
    const [first, second] = event.touches;
    if (!first) return;
    if (!second) {
      if (event.type === 'touchmove' && this.isEnlarged) this.suggest('touch_hint');
      return;
    }
    event.preventDefault();
    const distance = Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY);
    const middle = this.inFrame((first.clientX + second.clientX) / 2, (first.clientY + second.clientY) / 2);
    const before = this.pinch;
    this.pinch = { distance, ...middle };
    if (event.type === 'touchstart' || !before) return;
    const { x, y, scale } = this.transform;
    this.transform = { scale, x: x + middle.x - before.x, y: y + middle.y - before.y };
    this.zoomAt(distance / before.distance, middle, false);
  }

  private suggest(hint: Hint): void {
    this.options.frame.dispatchEvent(new CustomEvent<Hint>('hint', { detail: hint }));
  }

  private inFrame(x: number, y: number): Point {
    const frame = this.options.frame.getBoundingClientRect();
    return { x: x - frame.left, y: y - frame.top };
  }
}
