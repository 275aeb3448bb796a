import { useEffect, useRef } from 'preact/hooks';
import { MapPlan } from '../map-plan.js';
import type { MapStore } from '../map-store.js';

/** The plan of a map with buttons to zoom. */
export function PlanFrame({ store }: { store: MapStore }) {
  const frame = useRef<HTMLDivElement>(null);
  const plan = useRef<MapPlan>(null);
  useEffect(() => {
    const made = (plan.current = new MapPlan(frame.current!, store));
    return () => made.destroy();
  }, [store]);
  const units = store.units.value;
  useEffect(() => plan.current?.redraw(), [units]);
  const markers = store.markers.value;
  useEffect(() => plan.current?.showMarkers(), [markers]);
  const button = (text: string, label: string, act: () => void) => (
    <button type="button" aria-label={label} title={label} onClick={act}>
      {text}
    </button>
  );
  return (
    <div class="map-plan">
      <div class="plan" ref={frame} />
      <div class="zoom" role="group" aria-label="Size of the plan">
        {button('+', 'Zoom in', () => plan.current?.zoomIn())}
        {button('−', 'Zoom out', () => plan.current?.zoomOut())}
        {button('Fit', 'Fit the plan', () => plan.current?.fit())}
      </div>
    </div>
  );
}
