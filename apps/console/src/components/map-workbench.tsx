import type { ComponentChildren } from 'preact';
import { useRoute } from 'preact-iso';
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { MapUnits } from '@app/sdk';
import { fetchGeometry } from '../../../viewer/src/plan/geometry.js';
import { count } from '../format.js';
import { type Choice, type Kind, type MapShape, STRAYS, whyOf } from '../map-shapes.js';
import { MapStore } from '../map-store.js';
import { mapsPath } from '../routes.js';
import { may, session } from '../session.js';
import { ChooseUnit } from './choose-unit.js';
import { MapMarkers } from './map-markers.js';
import { Name, named, Names } from './name.js';
import { PlanFrame } from './plan-frame.js';
import { failure, Problem } from './problem.js';
import { type Replaced, ReplaceDrawing, replaceDrawing } from './replace-drawing.js';
import { ShapePanel } from './shape-panel.js';
import { Title } from './title.js';
import { useAttempt } from './use-attempt.js';
import { useLoad } from './use-load.js';

const KINDS: Record<Kind, string> = { bound: 'Bound', contradictory: 'Contradictory', unbound: 'Unbound' };
/** Rows that are drawn at once. */
const DRAWN = 200;

/** What was bound to a shape by hand, before and after a step. */
interface Step {
  shape: string;
  before: string | null;
  after: string | null;
}

/** The plan of a map: which shapes have a unit, which have none and why, and the unit of a shape chosen by hand. */
export function MapWorkbench() {
  const { asset = '', map = '' } = useRoute().params;
  const { client } = session.value!;
  const of = { asset, map };
  const [isReplacing, setReplacing] = useState(false);
  const [replaced, setReplaced] = useState<Replaced>();
  const [said, setSaid] = useState('');
  const restoring = useAttempt();
  const { data, error, isLoading, reload } = useLoad(`${asset} ${map}`, async (signal) => {
    const page = { asset, perPage: 1000 };
    const [viewed, units, backgrounds, all, floors, buildings] = await Promise.all([
      client.viewUnitMap(of, { signal }),
      client.viewUnitsOfAUnitMap(of, { signal }),
      client.listBackgrounds({ ...of, perPage: 1000 }, { signal }).all(),
      client.listUnits(page, { signal }).all(),
      client.listFloors(page, { signal }).all(),
      client.listBuildings(page, { signal }).all(),
    ]);
    const floorNames = new Map(floors.map(({ id, name }) => [id, name]));
    const buildingNames = new Map(buildings.map(({ id, name }) => [id, name]));
    const choices = all.map(({ id, unit_number: number, floor_id, building_id }) => ({
      id,
      number,
      where: [buildingNames.get(building_id), floorNames.get(floor_id)].filter(Boolean).join(' · '),
    }));
    const geometry = viewed.url === null ? undefined : await fetchGeometry(viewed.url, signal);
    return { map: viewed, choices, store: geometry && new MapStore(viewed, backgrounds, geometry, units) };
  });
  const mayWrite = may('service.unit-maps.update', true);
  const done = (now: Replaced | undefined, text: string) => {
    setReplaced(now);
    setReplacing(false);
    setSaid(text);
    reload();
  };
  const putBack = ({ map: viewed, earlier }: Replaced) =>
    restoring.attempt(async () => {
      await replaceDrawing(client, viewed, earlier!);
      done(undefined, 'The earlier drawing is back.');
    });
  return (
    <section>
      <nav class="trail" aria-label="Way back">
        <a href={mapsPath(asset)}>Maps</a>
      </nav>
      <div class="head">
        <Title>{data ? <Name>{data.map.name}</Name> : 'Map'}</Title>
        {mayWrite && data && (
          <button type="button" aria-expanded={isReplacing} onClick={() => setReplacing(!isReplacing)}>
            Replace the drawing…
          </button>
        )}
      </div>
      <p class="summary" role="status">
        {said}
      </p>
      {isLoading && <progress aria-label="Loading" />}
      {error !== undefined && <Problem error={error} retry={reload} />}
      {isReplacing && data && (
        <ReplaceDrawing
          of={of}
          done={(now) => done(now, 'The drawing is replaced.')}
          close={() => setReplacing(false)}
        />
      )}
      {restoring.error !== undefined && <Problem error={restoring.error} />}
      {replaced?.earlier && (
        <div class="row">
          <button type="button" disabled={restoring.isBusy} onClick={() => void putBack(replaced)}>
            Put the earlier drawing back
          </button>
        </div>
      )}
      {data && !data.store && (
        <p class="muted">The service could not draw the file of this map. Replace it by one that it can.</p>
      )}
      {data?.store && (
        <Bench
          key={data.map.url}
          store={data.store}
          choices={data.choices}
          mayWrite={mayWrite}
          bound={async () => {
            if (replaced) setReplaced({ ...replaced, map: await client.viewUnitMap(of) });
          }}
        />
      )}
    </section>
  );
}

interface BenchProps {
  store: MapStore;
  choices: readonly Choice[];
  mayWrite: boolean;
  /** Runs after each binding, which changes the map. */
  bound(): Promise<void>;
}

function Bench({ store, choices, mayWrite, bound }: BenchProps) {
  const { client } = session.value!;
  const of = { asset: store.map.asset_id, map: store.map.id };
  const { isBusy, error, attempt, forget } = useAttempt();
  const [steps, setSteps] = useState<Step[]>([]);
  const [said, setSaid] = useState<ComponentChildren>();
  const units = store.units.value;
  const shapes = [...store.shapes.value.values()];
  const shape = store.home.value;
  const kind = store.kind.value;
  const placed = useMemo(() => new Set(units.bound_shapes.map(({ unit_id }) => unit_id)), [units]);
  const without = store.left.value.filter(({ bound }) => !bound);
  useEffect(forget, [shape?.id]);

  /** Binds by hand, unless somebody else has changed the shape. @param seen id of the unit that it had for the user */
  const bind = async (id: string, unit: string | null, seen: string | undefined) => {
    const now = await client.viewUnitsOfAUnitMap(of);
    const found = now.bound_shapes.find(({ shape_id }) => shape_id === id);
    const isDone = (found?.bound_by === 'hand' ? found.unit_id : null) === unit; // as after a lost answer
    if (!isDone && found?.unit_id !== seen) {
      store.units.value = now;
      throw found
        ? failure`Changed by somebody else: shape ${id} now has unit ${found.unit_number}.`
        : failure`Changed by somebody else: shape ${id} now has no unit.`;
    }
    store.units.value = await client.bindShapeOfAUnitMap({ ...of, shape: id, body: { unit_id: unit } });
    await bound();
  };
  const choose = (from: MapShape, unit: Choice | null) =>
    attempt(async () => {
      const next = without[without.findIndex(({ id }) => id === from.id) + 1];
      await bind(from.id, unit?.id ?? null, from.bound?.id);
      setSteps([...steps, { shape: from.id, before: byHand(from), after: unit?.id ?? null }]);
      setSaid(
        unit ? named`Shape ${from.id} is unit ${unit.number}.` : named`Shape ${from.id} is bound by its labels again.`,
      );
      store.select(unit && !from.bound && next ? next.id : null);
    });
  const undo = () =>
    attempt(async () => {
      const { shape: id, before, after } = steps.at(-1)!;
      const seen = store.shapes.value.get(id)?.bound;
      const isOurs = after === null ? seen?.by !== 'hand' : seen?.id === after;
      if (!isOurs) throw failure`Not undone: somebody else has changed shape ${id}.`;
      await bind(id, before, seen?.id);
      setSteps(steps.slice(0, -1));
      setSaid(named`Undone: shape ${id} is as it was.`);
      store.select(id);
    });
  const close = () => store.select(null);
  return (
    <>
      <div class="chips" role="group" aria-label="Shapes">
        <button type="button" aria-pressed={!kind} onClick={() => (store.kind.value = undefined)}>
          All {shapes.length}
        </button>
        {(Object.keys(KINDS) as Kind[]).map((each) => (
          <button type="button" key={each} aria-pressed={kind === each} onClick={() => (store.kind.value = each)}>
            <i class={`swatch ${each}`} /> {KINDS[each]} {shapes.filter((one) => one.kind === each).length}
          </button>
        ))}
      </div>
      <div class="workbench">
        <div>
          <PlanFrame store={store} />
          <p class="hint" id="plan-help">
            Choose a shape by click, or with Tab, the arrow keys and Enter; plus and minus zoom.
          </p>
          <div class="row">
            {steps.length > 0 && (
              <button type="button" disabled={isBusy} onClick={() => void undo()}>
                Undo the last binding
              </button>
            )}
            <span role="status" class="muted">
              {said}
            </span>
          </div>
          {error !== undefined && !shape && <Problem error={error} />}
        </div>
        <div>
          {shape ? (
            <ShapePanel shape={shape} close={close}>
              {mayWrite && (
                <ChooseUnit
                  key={shape.id}
                  shape={shape}
                  choices={choices}
                  placed={placed}
                  isBusy={isBusy}
                  choose={(unit) => void choose(shape, unit)}
                />
              )}
              {mayWrite && shape.bound?.by === 'hand' && (
                <button type="button" disabled={isBusy} onClick={() => void choose(shape, null)}>
                  Remove the binding by hand
                </button>
              )}
              {error !== undefined && <Problem error={error} />}
            </ShapePanel>
          ) : (
            <Without shapes={without} open={(id) => store.select(id)} />
          )}
          <Missing units={units} />
          {may('service.marker-descriptions.read') && <MapMarkers store={store} />}
        </div>
      </div>
    </>
  );
}

/** The unit that a person has bound a shape to. */
const byHand = ({ bound }: MapShape): string | null => (bound?.by === 'hand' ? bound.id : null);

function Without({ shapes, open }: { shapes: MapShape[]; open(id: string): void }) {
  return (
    <section aria-label="Shapes without a unit" class="panel">
      <h2>{count(shapes.length, 'shape')} without a unit</h2>
      {shapes.length > 0 && (
        <ul class="scroll">
          {shapes.slice(0, DRAWN).map((shape) => (
            <li key={shape.id}>
              <button type="button" class="cell" onClick={() => open(shape.id)}>
                <Name>{shape.texts[0] ?? shape.names[0] ?? shape.id}</Name>
                {shape.kind === 'contradictory' && <span class="tag bad">contradictory</span>}
                <small>{whyOf(shape)}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      {shapes.length > DRAWN && <p class="hint">The first {DRAWN} are listed.</p>}
    </section>
  );
}

/** Units that the map lacks, and texts that it could not place. */
function Missing({ units: { unplaced_units: unplaced, stray_labels: strays } }: { units: MapUnits }) {
  const missing = unplaced.filter(({ on_other_map }) => !on_other_map);
  return (
    <>
      {missing.length > 0 && (
        <section aria-label="Units on no map" class="panel">
          <h2>{count(missing.length, 'unit')} on no map</h2>
          <p>
            <Names>{missing.slice(0, DRAWN).map(({ unit_number }) => unit_number)}</Names>
          </p>
        </section>
      )}
      {strays.length > 0 && (
        <section aria-label="Texts in no shape" class="panel">
          <h2>{count(strays.length, 'text')} in no shape</h2>
          <ul class="scroll">
            {strays.slice(0, DRAWN).map(({ text, reason, x, y }) => (
              <li key={`${x} ${y}`}>
                <Name>{text}</Name>
                <small>{STRAYS[reason]}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
