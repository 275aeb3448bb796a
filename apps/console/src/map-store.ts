import { computed, signal } from '@preact/signals';
import type { Background, MapUnits, UnitMap } from '@app/sdk';
import type { Geometry } from '../../viewer/src/plan/geometry.js';
import type { Point } from '../../viewer/src/plan/outline.js';
import type { PlanStore } from '../../viewer/src/plan/plan-view.js';
import type { PlannedMarker } from '../../viewer/src/plan/scene.js';
import { type Kind, type MapShape, sentenceOf, shapesOf } from './map-shapes.js';

const TEXTS = {
  plan_label: 'Shapes of {floor}',
  wheel_hint: 'Hold Ctrl while you scroll to zoom',
  touch_hint: 'Use two fingers to move the plan',
};

/** The state of the map workbench. The plan shows each shape as if it were a home. */
export class MapStore implements PlanStore<MapShape> {
  readonly hovered = signal<string | null>(null);
  readonly focused = signal<string | null>(null);
  /** id of the open shape */
  readonly opened = signal<string | null>(null);
  readonly kind = signal<Kind | undefined>(undefined);
  readonly units;
  readonly shapes = computed(() => shapesOf(this.units.value));
  readonly home = computed(() => this.catalog.home(this.opened.value));
  readonly left = computed(() =>
    [...this.shapes.value.values()].filter(({ kind }) => !this.kind.value || kind === this.kind.value),
  );
  readonly leftIds = computed(() => new Set(this.left.value.map(({ id }) => id)));
  readonly sheet;
  readonly drawings;
  /** markers with their places on this map and others */
  readonly markers = signal<readonly PlannedMarker[]>([]);
  /** places a marker by the next click on the plan, or at the next shape that is chosen; in coordinates of the drawing */
  readonly placing = signal<((at: Point) => void) | undefined>(undefined);
  readonly phrases = {
    text: (key: keyof typeof TEXTS) => TEXTS[key].replace('{floor}', () => this.map.name),
    summary: sentenceOf,
  };

  constructor(
    readonly map: UnitMap,
    backgrounds: Background[],
    geometry: Geometry,
    units: MapUnits,
  ) {
    const { id, name: label } = map;
    this.units = signal(units);
    this.sheet = signal({ id, label, map: { backgrounds, floor_ids: [] }, homes: geometry.shapes });
    this.drawings = signal(new Map([[id, selectable(geometry)]]));
  }

  get catalog() {
    return {
      markers: this.markers.peek(),
      home: (id: string | null | undefined) => (id ? this.shapes.value.get(id) : undefined),
    };
  }

  shows = (): boolean => true;
  openMarker = (): void => {};

  select(id: string | null): void {
    const place = this.placing.peek();
    const shape = place && this.sheet.peek().homes.find((each) => each.id === id);
    if (shape) place(shape.label);
    else this.opened.value = id;
  }

  leave(to?: HTMLElement): void {
    this.opened.value = null;
    to?.focus({ preventScroll: true });
  }
}

/** Each shape stands for itself, and those inside of others are above them. */
const selectable = (geometry: Geometry): Geometry => ({
  ...geometry,
  shapes: geometry.shapes
    .map((shape) => ({ ...shape, unitId: shape.id }))
    .sort((one, other) => other.box.width * other.box.height - one.box.width * one.box.height),
});
