import { effect } from '@preact/signals';
import { labelSize } from '../../viewer/src/plan/geometry.js';
import { PlanView } from '../../viewer/src/plan/plan-view.js';
import type { MapShape } from './map-shapes.js';
import type { MapStore } from './map-store.js';

/** The viewer's plan, whose labels, colours and markers change while it is open. */
export class MapPlan extends PlanView<MapShape> {
  private readonly stop: () => void;

  constructor(
    frame: HTMLElement,
    private readonly map: MapStore,
  ) {
    super(frame, map);
    // Below the frame, which swallows the click at the end of a drag.
    frame.querySelector('.stage')!.addEventListener('click', (event) => this.place(event as MouseEvent));
    this.stop = effect(() => {
      frame.toggleAttribute('data-placing', map.placing.value !== undefined);
    });
  }

  override destroy(): void {
    this.stop();
    super.destroy();
  }

  redraw(): void {
    const { scene, store, texts } = this;
    if (!scene) return;
    for (const spot of scene.spots) {
      const shape = store.catalog.home(spot.home.id);
      if (!shape) continue;
      spot.home = shape;
      spot.label = labelSize(spot.shape, shape) / scene.toDrawing(1);
      spot.option.setAttribute('aria-label', store.phrases.summary(shape));
      texts.get(spot)?.remove();
      texts.delete(spot);
    }
    this.colour();
    this.settle();
  }

  showMarkers(): void {
    this.scene?.showMarkers(this.map.markers.value);
  }

  private place(event: MouseEvent): void {
    const place = this.map.placing.peek();
    const toScreen = this.scene?.overlay.getScreenCTM();
    if (!place || !toScreen) return;
    event.stopPropagation();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(toScreen.inverse());
    place({ x, y });
  }
}
