import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Choice, keyOf, type MapShape, suggestionsFor } from '../map-shapes.js';
import { Name } from './name.js';

const SHOWN = 8;

interface Props {
  shape: MapShape;
  choices: readonly Choice[];
  /** ids of the units that have a shape on the map */
  placed: ReadonlySet<string>;
  isBusy: boolean;
  choose(unit: Choice): void;
}

/** The unit of a shape: a suggestion, or a number that is typed. */
export function ChooseUnit({ shape, choices, placed, isBusy, choose }: Props) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current!.focus(), []);
  const wanted = keyOf(text);
  const found = wanted === '' ? suggestionsFor(shape, choices, placed) : choices.filter(({ number }) => keyOf(number).includes(wanted)); // oxfmt-ignore
  const typed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.repeat || wanted === '' || isBusy) return;
    event.preventDefault();
    const named = found.filter(({ number }) => keyOf(number) === wanted);
    const [unit] = named;
    if (unit && named.length === 1) return choose(unit);
    setError(unit ? 'Several units have this number: choose one of them.' : 'No unit has this number.');
  };
  return (
    <div class="field">
      <label for="unit-of-shape">Number of its unit</label>
      <input
        id="unit-of-shape"
        ref={field}
        value={text}
        maxLength={255}
        autocomplete="off"
        aria-invalid={error ? true : undefined}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setError(undefined);
        }}
        onKeyDown={typed}
      />
      {error && (
        <p class="wrong" role="alert">
          {error}
        </p>
      )}
      <div class="suggestions">
        {found.slice(0, SHOWN).map((unit) => (
          <button type="button" key={unit.id} disabled={isBusy} onClick={() => choose(unit)}>
            <Name>{unit.number}</Name>
            <small>{[unit.where, ...(placed.has(unit.id) ? ['has a shape'] : [])].join(' · ')}</small>
          </button>
        ))}
      </div>
      {found.length > SHOWN && <small>and {found.length - SHOWN} more</small>}
    </div>
  );
}
