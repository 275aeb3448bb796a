import { useState } from 'preact/hooks';
import { Name } from './name.js';
import { sentenceOf } from './problem.js';

export interface ChoosableUnit {
  id: string;
  number: string;
  note?: string;
}

interface Props<T extends ChoosableUnit> {
  /** of the field for a number */
  label: string;
  suggestions: T[];
  /** Units with a number. Called early with none, so that it can load what it needs. */
  find(number: string): T[] | Promise<T[]>;
  /** a number that was typed before the row was rendered anew */
  typed?: string | undefined;
  keepTyped?(text: string): void;
  choose(unit: T, place: Element): void;
}

/** The unit of a row: a suggestion, or a number that is typed. If several units have it, they become the suggestions. */
export function UnitChoices<T extends ChoosableUnit>({ label, suggestions, find, typed, keepTyped, choose }: Props<T>) {
  const [error, setError] = useState<string>();
  const [namesakes, setNamesakes] = useState<T[]>();
  const match = async (event: KeyboardEvent) => {
    const field = event.currentTarget as HTMLInputElement;
    const wanted = field.value.trim();
    if (event.key !== 'Enter' || wanted === '') return;
    event.preventDefault(); // else the same Enter presses the button that gets the focus
    try {
      const found = await find(wanted);
      const [unit] = found;
      setNamesakes(found.length > 1 ? found : undefined);
      if (!unit || found.length > 1)
        return setError(unit ? 'Several units have this number.' : 'No unit has this number.');
      setError(undefined);
      choose(unit, field);
    } catch (failure) {
      setError(sentenceOf(failure));
    }
  };
  return (
    <div class="suggestions">
      {(namesakes ?? suggestions).map((unit) => (
        <button type="button" key={unit.id} onClick={({ currentTarget }) => choose(unit, currentTarget)}>
          <Name>{unit.number}</Name>
          {unit.note && <small>{unit.note}</small>}
        </button>
      ))}
      <input
        aria-label={label}
        placeholder="Unit number"
        maxLength={255}
        onFocus={() => void Promise.resolve(find('')).catch(() => undefined)}
        onKeyDown={(event) => void match(event)}
        defaultValue={typed}
        onInput={({ currentTarget }) => keepTyped?.(currentTarget.value)}
        aria-invalid={error ? true : undefined}
      />
      {error && (
        <p class="wrong" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

/** Arrow keys move between the rows of a table with choices. A key that is held chooses for one row, not for all. */
export function moveBetweenRows(event: KeyboardEvent): void {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
  const row = (event.target as Element).closest('tr');
  const next =
    event.key === 'ArrowDown'
      ? row?.nextElementSibling
      : event.key === 'ArrowUp'
        ? row?.previousElementSibling
        : undefined;
  if (!next) return;
  event.preventDefault();
  focusOn(next);
}

/** Goes on to the choices of the next row, or of the one before if it is the last. */
export function leaveRow(place: Element, table: Element | null): void {
  const row = place.closest('tr')!;
  focusOn(row.nextElementSibling ?? row.previousElementSibling ?? table);
}

function focusOn(place: Element | null): void {
  place?.querySelector<HTMLElement>('.suggestions :is(button, input)')?.focus();
}
