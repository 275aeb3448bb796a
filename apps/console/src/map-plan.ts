import { labelSize } from '../../viewer/src/plan/geometry.js';
import { PlanView } from '../../viewer/src/plan/plan-view.js';
import type { MapShape } from './map-shapes.js';

/** The viewer's plan, whose labels and colours change while it is open. */
export class MapPlan extends PlanView<MapShape> {
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
}
