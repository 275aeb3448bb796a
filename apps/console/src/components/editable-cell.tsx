import { useEffect, useRef, useState } from 'preact/hooks';
import { isApiError, type Unit } from '@app/sdk';
import { number } from '../format.js';
import { session } from '../session.js';
import { Name } from './name.js';
import { sentenceOf } from './problem.js';

export interface Editable {
  name: 'unit_number' | 'area' | 'floor_id' | 'floor_plan_id';
  isNumber?: boolean;
  choices?: { id: string; name: string }[];
}

interface Props {
  field: Editable;
  unit: Unit;
  label: string;
  saved(unit: Unit): void;
}

type Value = string | number;

/** A field of a unit: Enter edits it, Enter saves it, Escape leaves it as it was. It does not overwrite what somebody else has written. */
export function EditableCell({ field, unit, label, saved }: Props) {
  const { client } = session.value!;
  const { name, isNumber, choices } = field;
  const [draft, setDraft] = useState<string>();
  const [error, setError] = useState<string>();
  const [theirs, setTheirs] = useState<Unit>();
  const [isBusy, setBusy] = useState(false);
  const control = useRef<HTMLElement>(null);
  const returns = useRef(false);
  const of = { asset: unit.asset_id, unit: unit.id };
  const textOf = (value: Value) =>
    choices?.find(({ id }) => id === value)?.name ?? (isNumber ? number(Number(value)) : String(value));

  useEffect(() => {
    if (draft !== undefined || returns.current) control.current?.focus();
    returns.current = false;
  }, [draft === undefined]);

  const leave = () => {
    returns.current = true;
    setDraft(undefined);
    setError(undefined);
    setTheirs(undefined);
  };
  /** @param expected the value that the user saw when deciding */
  const save = async (expected: Value) => {
    const wanted = isNumber ? Number(draft) : draft!.trim();
    if (wanted === expected) return leave();
    setBusy(true);
    setError(undefined);
    try {
      const known = await client.viewUnit(of);
      if (known[name] === wanted) {
        saved(known);
        return leave(); // also after the answer to the same change was lost
      }
      if (known[name] !== expected) return setTheirs(known);
      saved(await client.updateUnit({ ...of, body: { [name]: wanted } }, { ifUnchanged: known }));
      leave();
    } catch (failure) {
      if (isApiError(failure, 'precondition_failed')) setTheirs(await client.viewUnit(of));
      else setError(sentenceOf(failure));
    } finally {
      setBusy(false);
    }
  };
  if (draft === undefined)
    return (
      <button
        type="button"
        class="cell"
        ref={control as never}
        aria-label={`${label}: ${textOf(unit[name])}`}
        onClick={() => setDraft(String(unit[name]))}
      >
        <Name>{textOf(unit[name])}</Name>
      </button>
    );
  const shared = {
    'aria-label': label,
    'aria-invalid': error ? true : undefined,
    ref: control as never,
    value: draft,
    disabled: isBusy,
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void save(unit[name]);
  };
  return (
    <form
      class="editing"
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave();
      }}
    >
      {choices ? (
        <select {...shared} onChange={({ currentTarget }) => setDraft(currentTarget.value)}>
          {choices.map(({ id, name: text }) => (
            <option key={id} value={id}>
              {text.slice(0, 60)}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          inputMode={isNumber ? 'decimal' : 'text'}
          pattern={isNumber ? '[0-9]+([.][0-9]+)?' : undefined}
          required
          maxLength={255}
          onInput={({ currentTarget }) => setDraft(currentTarget.value)}
        />
      )}
      {!theirs && (
        <button class="primary" disabled={isBusy}>
          Save
        </button>
      )}
      {error && (
        <p class="wrong" role="alert">
          {error}
        </p>
      )}
      {theirs && (
        <div role="alert">
          <p>
            Changed by somebody else: now <b>{textOf(theirs[name])}</b>, yours{' '}
            <b>{textOf(isNumber ? Number(draft) : draft)}</b>.
          </p>
          <button
            type="button"
            onClick={() => {
              saved(theirs);
              leave();
            }}
          >
            Keep theirs
          </button>{' '}
          <button type="button" onClick={() => void save(theirs[name])}>
            Write mine
          </button>
        </div>
      )}
    </form>
  );
}
