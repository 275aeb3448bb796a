import type { Availability } from '../document.js';
import { useEffect, useRef } from 'preact/hooks';
import type { Home, Sheet } from '../model/catalog.js';
import type { Phrases } from '../model/phrases.js';
import { PlanView } from '../plan/plan-view.js';
import type { Store } from '../store.js';
import { Icon } from './icon.js';
import { bringIntoList } from './list.js';
import { asOf } from './notice.js';

/** Maximum number of sheets shown as tabs; more become a select. */
const TABS = 6;

/** The plan with its controls. */
export function PlanPane({ store }: { store: Store }) {
  const { phrases } = store;
  const sheet = store.sheet.value;
  return (
    <section class="plan-pane" aria-label={phrases.text('plan')}>
      {sheet ? <Plan sheet={sheet} store={store} /> : <p class="plan-note">{phrases.text('plan_missing')}</p>}
      <div class="top">
        {store.shows('floors') && <Floors store={store} />}
        {sheet && (
          <p class="plan-help" id="plan-help" data-shown={store.focused.value !== null}>
            {phrases.text('plan_help')}
          </p>
        )}
      </div>
      <div class="corner">
        {store.shows('legend') && <Legend store={store} />}
        {store.shows('tooltip') && <Tooltip store={store} />}
      </div>
    </section>
  );
}

function Plan({ sheet, store }: { sheet: Sheet; store: Store }) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<PlanView>(null);
  const drawing = store.drawings.value.get(sheet.id);
  useEffect(() => {
    const made = (view.current = new PlanView<Home>(place.current!, store));
    return () => made.destroy();
  }, []);
  return (
    <>
      <div class="plan" ref={place} />
      <PlanNote sheet={sheet} drawing={drawing} store={store} />
      {store.shows('zoom') && typeof drawing === 'object' && (
        <Controls store={store} act={(action) => view.current?.[action]()} />
      )}
    </>
  );
}

interface NoteProps {
  sheet: Sheet;
  drawing: unknown;
  store: Store;
}

function PlanNote({ sheet, drawing, store }: NoteProps) {
  const { phrases } = store;
  if (!sheet.map.url) return <p class="plan-note">{phrases.text('plan_missing')}</p>;
  if (drawing === 'failed')
    return (
      <div class="plan-note" role="alert">
        <p>{phrases.text('plan_failed')}</p>
        <button class="button" onClick={() => void store.load(sheet)}>
          {phrases.text('retry')}
        </button>
      </div>
    );
  if (drawing === 'loading') return <p class="plan-note">{phrases.text('plan_loading')}</p>;
  return drawing ? null : (
    <noscript>
      <p class="plan-note">{phrases.text('plan_needs_script')}</p>
    </noscript>
  );
}

/** Selects the sheet: tabs, which work without JavaScript, or a list. */
function Floors({ store }: { store: Store }) {
  const { phrases, catalog, sheetId, matches } = store;
  const { sheets } = catalog;
  if (sheets.length < 2) return null;
  const show = (id: string) => {
    store.showSheet(id);
    bringIntoList(store);
  };
  const countOf = ({ id }: Sheet) => matches.value?.get(id);
  const shownName = ({ id, label, short_label }: Sheet) => (id === sheetId.value ? label : short_label);
  const groups = [...new Set(sheets.map(({ group }) => group))];
  const hasTabs = sheets.length <= TABS && groups.length === 1;
  return (
    <>
      {hasTabs && (
        <nav class="floors" aria-label={phrases.text('floors')}>
          {sheets.map((sheet) => (
            <a
              key={sheet.id}
              href={store.linkTo({ floor: catalog.nameOfSheet(sheet) })}
              aria-current={sheet.id === sheetId.value ? 'true' : undefined}
              aria-label={floorName(shownName(sheet), sheet, countOf(sheet), phrases)}
              data-none={countOf(sheet) === 0}
              onClick={(event) => (event.preventDefault(), show(sheet.id))}
            >
              {withCount(shownName(sheet), countOf(sheet), phrases)}
            </a>
          ))}
        </nav>
      )}
      {/* In a small pane, which has room for two tabs, it stands in the place of more. */}
      {(!hasTabs || sheets.length > 2) && (
        <label class="floors select">
          <span class="quiet">{phrases.text('floors')}</span>
          <select value={sheetId.value} onChange={({ currentTarget }) => show(currentTarget.value)}>
            {groups.map((group) => (
              <optgroup key={group} label={group || phrases.text('floors')}>
                {sheets
                  .filter((sheet) => sheet.group === group)
                  .map((sheet) => (
                    <option key={sheet.id} value={sheet.id} selected={sheet.id === sheetId.value}>
                      {withCount([sheet.label, group].filter(Boolean).join(' · '), countOf(sheet), phrases)}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        </label>
      )}
    </>
  );
}

/** `L3 · 1` */
const withCount = (label: string, count: number | undefined, phrases: Phrases) =>
  count === undefined ? label : `${label} · ${phrases.number(count)}`;

/** `L3 · 1 home, Level 3`, which begins like the visible text; undefined where that says it all */
function floorName(shown: string, { label, short_label }: Sheet, count: number | undefined, phrases: Phrases) {
  const other = shown === label ? short_label : label;
  if (count === undefined) return shown === other ? undefined : `${shown}, ${other}`;
  const counted = `${shown} · ${phrases.counted('homes', count)}`;
  return shown === other ? counted : `${counted}, ${other}`;
}

/** Names the home under the pointer or focus; assistive technology gets the same text from the options of the plan. */
function Tooltip({ store: { catalog, phrases, hovered, focused } }: { store: Store }) {
  const home = catalog.home(hovered.value ?? focused.value);
  if (!home) return null;
  return (
    <p class="tooltip" aria-hidden="true">
      {phrases.summary(home)}
    </p>
  );
}

function Legend({ store }: { store: Store }) {
  const { phrases, catalog } = store;
  const { as_of, state, assets } = catalog.document;
  const isUnknown = assets.every((asset) => asset.state === 'empty');
  const states: Availability[] = isUnknown ? ['unavailable'] : ['available', 'upcoming', 'unavailable'];
  return (
    <ul class="legend" aria-label={phrases.text('legend')}>
      {states.map((state) => (
        <li key={state} data-state={state}>
          <i class="swatch" aria-hidden="true" />
          {isUnknown ? phrases.text('ask_availability') : phrases.availabilityName(state)}
        </li>
      ))}
      {as_of && state === 'live' && <li>{phrases.text('as_of', { date: asOf(store) })}</li>}
    </ul>
  );
}

type Action = 'zoomIn' | 'zoomOut' | 'fit' | 'left' | 'right' | 'up' | 'down';

function Controls({ store: { phrases, isLive }, act }: { store: Store; act: (action: Action) => void }) {
  const button = (action: Action, icon: string, label: string, turn?: number) => (
    <button class="tool" onClick={() => act(action)} title={label}>
      <Icon name={icon} turn={turn} />
      <span class="quiet">{label}</span>
    </button>
  );
  return (
    <div class="controls">
      <div class="pad" role="group" aria-label={phrases.text('move_plan')}>
        {button('up', 'arrow', phrases.text('move_up'))}
        {button('left', 'arrow', phrases.text('move_left'), 270)}
        {button('right', 'arrow', phrases.text('move_right'), 90)}
        {button('down', 'arrow', phrases.text('move_down'), 180)}
      </div>
      <div class="zoom">
        {button('zoomIn', 'plus_sign', phrases.text('zoom_in'))}
        {button('zoomOut', 'minus', phrases.text('zoom_out'))}
        {button('fit', 'fit', phrases.text('fit'))}
        {isLive.value && window !== parent && document.fullscreenEnabled && (
          <button class="tool screen" onClick={() => void fillScreen()} title={phrases.text('full_screen')}>
            <Icon name="window" />
            <span class="quiet">{phrases.text('full_screen')}</span>
          </button>
        )}
      </div>
    </div>
  );
}

/** Shows the frame on the whole screen, or leaves it. */
const fillScreen = () =>
  document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
