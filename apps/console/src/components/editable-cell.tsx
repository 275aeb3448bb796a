import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isApiError } from '@app/sdk';
import { number } from '../format.js';
import { Name } from './name.js';
import { sentenceOf } from './problem.js';

export interface Editable<Field extends string = string> {
  name: Field;
  isNumber?: boolean;
  /** whether it may be left empty, which is null */
  isOptional?: boolean;
  choices?: readonly { id: Value; name: string }[];
  maxLength?: number;
  /** a text of several lines, which only its preview shows until it is edited */
  isLong?: boolean;
}

interface Props<T> {
  field: Editable<keyof T & string>;
  item: T;
  label: string;
  view(): Promise<T>;
  /** @param known as it was viewed */
  update(body: object, known: T): Promise<T>;
  saved(item: T): void;
  /** shows what a text becomes, also while it is typed */
  preview?(text: string): ComponentChildren;
}

type Value = string | number | boolean | null;

export const NUMBER_PATTERN = '-?[0-9]+([.][0-9]+)?';

export const YES_OR_NO = [
  { id: true, name: 'yes' },
  { id: false, name: 'no' },
];

/** A value of a field, for people. */
export function textOf(field: Editable, value: unknown): string {
  const choice = field.choices?.find(({ id }) => id === value);
  if (choice) return choice.name;
  if (value === null || value === undefined) return '–';
  return field.isNumber ? number(Number(value)) : String(value as Value);
}

/** A field of a resource: Enter edits it, Enter saves it, Escape leaves it as it was. It does not overwrite what somebody else has written. */
export function EditableCell<T extends object>({ field, item, label, view, update, saved, preview }: Props<T>) {
  const { name, isNumber, isOptional, choices, maxLength = 255, isLong } = field;
  const [draft, setDraft] = useState<string>();
  const [error, setError] = useState<string>();
  const [theirs, setTheirs] = useState<T>();
  const [isBusy, setBusy] = useState(false);
  const control = useRef<HTMLElement>(null);
  const returns = useRef(false);
  const valueOf = (each: T) => each[name] as Value;
  const shown = textOf(field, valueOf(item));
  const valueIn = (text: string): Value => {
    if (choices) return choices.find(({ id }) => String(id) === text)!.id;
    const typed = text.trim();
    if (isOptional && typed === '') return null;
    return isNumber ? Number(typed) : typed;
  };
  const draftOf = (value: Value) => (choices ? String(value) : String(value ?? ''));

  useLayoutEffect(() => {
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
    const wanted = valueIn(draft!);
    if (wanted === expected) return leave();
    setBusy(true);
    setError(undefined);
    try {
      const known = await view();
      if (valueOf(known) === wanted) {
        saved(known);
        return leave(); // also after the answer to the same change was lost
      }
      if (valueOf(known) !== expected) return setTheirs(known);
      saved(await update({ [name]: wanted }, known));
      leave();
    } catch (failure) {
      if (isApiError(failure, 'precondition_failed')) setTheirs(await view());
      else setError(sentenceOf(failure));
    } finally {
      setBusy(false);
    }
  };
  if (draft === undefined)
    return (
      <>
        <button
          type="button"
          class={isLong ? undefined : 'cell'}
          ref={control as never}
          aria-label={isLong ? `Edit ${label}` : `${label}: ${shown}`}
          onClick={() => setDraft(draftOf(valueOf(item)))}
        >
          {isLong ? 'Edit' : <Name>{shown}</Name>}
        </button>
        {preview?.(String(valueOf(item)))}
      </>
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
    void save(valueOf(item));
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
            <option key={String(id)} value={String(id)}>
              {text.slice(0, 60)}
            </option>
          ))}
        </select>
      ) : isLong ? (
        <textarea
          {...shared}
          rows={6}
          required
          maxLength={maxLength}
          onInput={({ currentTarget }) => setDraft(currentTarget.value)}
        />
      ) : (
        <input
          {...shared}
          inputMode={isNumber ? 'decimal' : 'text'}
          pattern={isNumber ? NUMBER_PATTERN : undefined}
          required={!isOptional}
          maxLength={maxLength}
          onInput={({ currentTarget }) => setDraft(currentTarget.value)}
        />
      )}
      {!theirs && (
        <button class="primary" disabled={isBusy}>
          Save
        </button>
      )}
      {preview && <div>{preview(draft)}</div>}
      {error && (
        <p class="wrong" role="alert">
          {error}
        </p>
      )}
      {theirs && (
        <div role="alert">
          <p>
            Changed by somebody else: now <Mark>{textOf(field, valueOf(theirs))}</Mark>, yours{' '}
            <Mark>{textOf(field, valueIn(draft))}</Mark>.
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
          <button type="button" onClick={() => void save(valueOf(theirs))}>
            Write mine
          </button>
        </div>
      )}
    </form>
  );
}

/** A value in a sentence, of any direction. */
const Mark = ({ children }: { children: string }) => (
  <b>
    <bdi>{children}</bdi>
  </b>
);
