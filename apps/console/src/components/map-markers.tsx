import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { MarkerDescription } from '@app/sdk';
import type { Point } from '../../../viewer/src/plan/outline.js';
import { count } from '../format.js';
import type { MapStore } from '../map-store.js';
import { may, session } from '../session.js';
import { Name, named } from './name.js';
import { failure as failed, Problem } from './problem.js';
import { useAttempt } from './use-attempt.js';
import { useLoad } from './use-load.js';

type Places = MarkerDescription['places'];

/** The places of a marker before and after a step. */
interface Step {
  marker: MarkerDescription;
  before: Places;
  after: Places;
}

/** The markers of the property, placed on the plan by click, or at a chosen shape. */
export function MapMarkers({ store }: { store: MapStore }) {
  const { client } = session.value!;
  const { asset_id: asset, id: map } = store.map;
  const { data, error, isLoading, reload } = useLoad(map, (signal) =>
    client.listMarkerDescriptions({ asset, perPage: 1000 }, { signal }).all(),
  );
  const [changed, setChanged] = useState<ReadonlyMap<string, Places>>(new Map());
  const [steps, setSteps] = useState<Step[]>([]);
  const [said, setSaid] = useState<ComponentChildren>();
  const [placed, setPlaced] = useState<string>();
  const { isBusy, error: failure, attempt } = useAttempt();
  const mayWrite = may('manage.marker-descriptions.update', true);
  const markers = (data ?? []).map((marker) => ({ ...marker, places: changed.get(marker.id) ?? marker.places }));
  const here = ({ places }: MarkerDescription) => places.filter(({ unit_map_id }) => unit_map_id === map);

  const stop = () => {
    store.placing.value = undefined;
    setPlaced(undefined);
  };
  useEffect(() => stop, [store]);
  useEffect(() => {
    store.markers.value = markers.map(({ id, name, label, places }) => ({
      marker: { id, label: label ?? name, places: places.map(({ unit_map_id: map_id, x, y }) => ({ map_id, x, y })) },
    }));
  }, [data, changed]);

  /** Changes the places, unless somebody else has. @param before as the user saw them */
  const move = async (marker: MarkerDescription, before: Places, after: Places) => {
    const of = { asset, markerDescription: marker.id };
    const known = await client.viewMarkerDescription(of);
    const isDone = isSame(known.places, after); // as after a lost answer
    if (!isDone && !isSame(known.places, before)) {
      setChanged(new Map(changed).set(marker.id, known.places));
      throw failed`Changed by somebody else: ${marker.name} is shown where it is now.`;
    }
    if (!isDone) await client.updateMarkerDescription({ ...of, body: { places: after } }, { ifUnchanged: known });
    setChanged(new Map(changed).set(marker.id, after));
  };
  const step = (marker: MarkerDescription, after: Places, text: string) =>
    attempt(async () => {
      await move(marker, marker.places, after);
      setSteps([...steps, { marker, before: marker.places, after }]);
      setSaid(
        <>
          {named`${marker.name}`} {text}.
        </>,
      );
      stop();
    });
  const choosePlace = (marker: MarkerDescription) => {
    if (placed === marker.id) return stop();
    setPlaced(marker.id);
    setSaid('');
    store.select(null);
  };
  // Each render, so that it places the marker as it is now; at once, so that the next key press already does.
  useLayoutEffect(() => {
    const marker = markers.find(({ id }) => id === placed);
    store.placing.value =
      marker && !isBusy
        ? ({ x, y }: Point) =>
            void step(marker, [...marker.places, { unit_map_id: map, x: rounded(x), y: rounded(y) }], 'is placed')
        : undefined;
  });
  const undo = () =>
    attempt(async () => {
      const { marker, before, after } = steps.at(-1)!;
      await move(marker, after, before);
      setSteps(steps.slice(0, -1));
      setSaid(named`Undone: ${marker.name} is where it was.`);
    });
  return (
    <section aria-label="Markers" class="panel">
      <h2>{count(markers.length, 'marker')}</h2>
      {isLoading && !data && <progress aria-label="Loading" />}
      {error !== undefined && <Problem error={error} retry={reload} />}
      {markers.length > 0 && (
        <ul class="scroll">
          {markers.map((marker) => (
            <li key={marker.id} class="row">
              <span class="grow">
                <Name>{marker.name}</Name>
                <small>
                  {here(marker).length === 0
                    ? 'not placed here'
                    : count(here(marker).length, 'place on this map', 'places on this map')}
                </small>
              </span>
              {mayWrite && (
                <button
                  type="button"
                  aria-label={`Place ${marker.name}`}
                  aria-pressed={placed === marker.id}
                  disabled={isBusy}
                  onClick={() => choosePlace(marker)}
                >
                  Place
                </button>
              )}
              {mayWrite && here(marker).length > 0 && (
                <button
                  type="button"
                  aria-label={`Remove ${marker.name} from this map`}
                  disabled={isBusy}
                  onClick={() =>
                    void step(
                      marker,
                      marker.places.filter(({ unit_map_id }) => unit_map_id !== map),
                      'is removed from this map',
                    )
                  }
                >
                  Remove
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      <p role="status">
        {placed === undefined
          ? said
          : 'Click on the plan, or choose a shape with the arrow keys and Enter. Press Place again to stop.'}
      </p>
      {steps.length > 0 && (
        <button type="button" disabled={isBusy} onClick={() => void undo()}>
          Undo the last placement
        </button>
      )}
      {failure !== undefined && <Problem error={failure} />}
    </section>
  );
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

const isSame = (some: Places, others: Places): boolean =>
  some.length === others.length &&
  some.every(({ unit_map_id, x, y }, at) => {
    const other = others[at]!;
    return other.unit_map_id === unit_map_id && other.x === x && other.y === y;
  });
