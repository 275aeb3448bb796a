import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  isDay,
  MOVE_IN,
  parseBounds,
  printBounds,
  valueText,
  withValues,
  without,
  type Choice,
  type Facet,
  type FacetOption,
  type Range,
} from '../model/facets.js';
import type { Store } from '../store.js';
import { Icon } from './icon.js';

/** Number of facets with their own chip; the dialog lists all facets. */
const CHIPS = 4;

/** Filter chips, each with a popover; on a phone, one button for all filters, and the active filters. */
export function FilterBar({ store }: { store: Store }) {
  const { phrases, facets, choice } = store;
  const dialog = useRef<HTMLDialogElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const offered = facets.filter(({ isNumber }) => !isNumber); // the number is above the list
  const chips = offered.slice(0, CHIPS);
  const chosen = facets.filter(({ name }) => choice.value[name]);
  /** Moves the focus to the bar first, because the choice removes the button that has it. */
  const choose = (next: Choice) => {
    bar.current?.focus();
    store.choose(next);
  };
  if (facets.length === 0) return null;
  return (
    <div class="filters" role="group" ref={bar} tabIndex={-1} aria-label={phrases.text('filters')}>
      {chips.map((facet, i) => (
        <Chip key={facet.name} facet={facet} id={`facet-${i}`} store={store} />
      ))}
      <button
        class="chip all"
        aria-haspopup="dialog"
        data-more={offered.length > CHIPS}
        onClick={() => dialog.current?.showModal()}
      >
        <Icon name="filter" />
        <span class="wide">{phrases.text('more_filters')}</span>
        <span class="narrow">{phrases.text('filters')}</span>
      </button>
      {chosen.map((facet) => (
        <button
          key={facet.name}
          class="chip chosen"
          data-chip={chips.includes(facet)}
          aria-label={phrases.text('remove_filter', { filter: valueText(facet, choice.value[facet.name]!, phrases) })}
          onClick={() => choose(without(choice.value, facet.name))}
        >
          {valueText(facet, choice.value[facet.name]!, phrases)}
          <Icon name="close" />
        </button>
      ))}
      {chosen.length > 0 && (
        <button class="clear" onClick={() => choose({})}>
          {phrases.text('clear_all')}
        </button>
      )}
      <dialog
        class="filter-dialog"
        ref={dialog}
        aria-labelledby="filter-title"
        onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
      >
        <div class="dialog-head">
          <h2 id="filter-title">{phrases.text('filters')}</h2>
          <button class="tool" onClick={() => dialog.current?.close()}>
            <Icon name="close" />
            <span class="quiet">{phrases.text('close')}</span>
          </button>
        </div>
        <div class="dialog-body">
          {offered.map((facet) => (
            <Field key={facet.name} facet={facet} store={store} />
          ))}
        </div>
        <div class="dialog-foot">
          <button class="button" onClick={() => store.choose({})}>
            {phrases.text('clear_all')}
          </button>
          <button class="button strong" onClick={() => dialog.current?.close()}>
            {phrases.counted('show_results', store.left.value.length)}
          </button>
        </div>
      </dialog>
    </div>
  );
}

function Chip({ facet, id, store }: { facet: Facet; id: string; store: Store }) {
  const { choice, phrases } = store;
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  const values = choice.value[facet.name];
  /** Moves the focus to the chip, because without a choice there is no button to clear it. */
  const clear = () => {
    button.current?.focus();
    store.choose(without(choice.value, facet.name));
  };
  // Positions the popover below its chip, which a choice may move or resize, and inside the window.
  useLayoutEffect(() => {
    if (!isOpen || !popover.current) return;
    const chip = button.current!.getBoundingClientRect();
    const { style, offsetWidth } = popover.current;
    style.top = `${chip.bottom + 8}px`;
    style.left = `${Math.max(8, Math.min(chip.left, innerWidth - offsetWidth - 8))}px`;
  });
  return (
    <>
      <button ref={button} class="chip" data-on={values !== undefined} popovertarget={id} aria-expanded={isOpen}>
        {values ? valueText(facet, values, phrases) : facet.label}
        <Icon name="down" />
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        class="popover"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        <Field facet={facet} store={store} />
        {values && (
          <button class="button" onClick={clear}>
            {phrases.text('clear')}
          </button>
        )}
      </div>
    </>
  );
}

/** The options of a facet. */
function Field({ facet, store }: { facet: Facet; store: Store }) {
  return (
    <fieldset>
      <legend>{facet.label}</legend>
      {facet.isDate ? (
        <MoveIn store={store} />
      ) : facet.range ? (
        <Bounds name={facet.name} range={facet.range} store={store} />
      ) : (
        facet.options.map((option) => <Option key={option.value} facet={facet} option={option} store={store} />)
      )}
    </fieldset>
  );
}

function MoveIn({ store }: { store: Store }) {
  const { phrases, choice, data } = store;
  return (
    <label class="date">
      <span>{phrases.text('move_in_by')}</span>
      <input
        type="date"
        min={data.today}
        max="9999-12-31"
        value={choice.value[MOVE_IN]?.[0] ?? ''}
        onChange={({ currentTarget: { value } }) => store.filter(MOVE_IN, isDay(value) ? [value] : [])}
      />
    </label>
  );
}

function Bounds({ name, range, store }: { name: string; range: Range; store: Store }) {
  const { phrases, choice } = store;
  const bounds = parseBounds(choice.value[name]?.[0]);
  const set = (end: 'from' | 'to', { value, valueAsNumber }: HTMLInputElement) => {
    const { [end]: _, ...other } = parseBounds(store.choice.peek()[name]?.[0]);
    store.filter(name, printBounds(value && valueAsNumber >= 0 ? { ...other, [end]: valueAsNumber } : other));
  };
  // The currency or unit, where the language has it: `$0`, `0 €`, `0 m²`.
  const [before, after] = range.format(0).split(phrases.number(0));
  const field = (end: 'from' | 'to', label: string, placeholder: number) => (
    <label class="date">
      <span>{label}</span>
      <span class="amount">
        {before}
        <input
          type="number"
          inputMode="numeric"
          min={0}
          step="any"
          placeholder={String(placeholder)}
          value={bounds[end] ?? ''}
          onChange={({ currentTarget }) => set(end, currentTarget)}
        />
        {after}
      </span>
    </label>
  );
  return (
    <div class="bounds">
      {field('from', phrases.text('bound_from'), range.min)}
      {field('to', phrases.text('bound_to'), range.max)}
    </div>
  );
}

function Option({ facet, option, store }: { facet: Facet; option: FacetOption; store: Store }) {
  const { choice, phrases } = store;
  const isOn = choice.value[facet.name]?.includes(option.value) ?? false;
  const count = store.homesFor(withValues(choice.value, facet.name, [option.value])).length;
  const choose = (isChosen: boolean) => {
    const others = (choice.value[facet.name] ?? []).filter((value) => value !== option.value);
    store.filter(facet.name, isChosen ? [...others, option.value] : others);
  };
  return (
    <label class="option">
      <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => choose(currentTarget.checked)} />
      <span>{option.label}</span>
      <small>{phrases.number(count)}</small>
    </label>
  );
}
