import { useState } from 'preact/hooks';
import { type Editable, NUMBER_PATTERN } from './editable-cell.js';
import { Field } from './field.js';
import { FormActions } from './form-actions.js';
import { Panel } from './panel.js';
import { useAttempt } from './use-attempt.js';

/** A field of a resource: in the form that creates it, and where it is edited. */
export interface Column<Name extends string = string> extends Editable<Name> {
  label: string;
  hint?: string;
  /** whether it is set once, when the resource is created */
  isFixed?: boolean;
  /** whether the resource has it, by the choices that are made */
  appliesTo?(chosen: Readonly<Record<string, unknown>>): boolean;
}

interface Props<T> {
  one: string;
  columns: Column[];
  create(body: object): Promise<T>;
  done(created: T): void;
  close(): void;
}

export const article = (one: string): string => `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`;

/** A form that adds a resource to its list. */
export function CreateForm<T>({ one, columns, create, done, close }: Props<T>) {
  const { isBusy, error, attempt } = useAttempt();
  const [chosen, setChosen] = useState<Readonly<Record<string, unknown>>>(() =>
    Object.fromEntries(columns.flatMap(({ name, choices: [first] = [] }) => (first ? [[name, first.id]] : []))),
  );
  const shown = columns.filter(({ appliesTo }) => appliesTo?.(chosen) ?? true);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const filled = shown.flatMap(({ name, isNumber, choices }) => {
      if (choices) return chosen[name] === null ? [] : [[name, chosen[name]]];
      const text = (form.get(name) as string).trim();
      return text === '' ? [] : [[name, isNumber ? Number(text) : text]];
    });
    void attempt(async () => done(await create(Object.fromEntries(filled) as object)));
  };
  return (
    <Panel label={`Add ${article(one)}`} close={close}>
      <form class="form" onSubmit={submit}>
        {shown.map(({ name, label, hint, isNumber, isOptional, choices, isLong, maxLength = 255 }) => (
          <Field key={name} label={label} {...(hint && { hint })}>
            {(control) =>
              choices ? (
                <select
                  {...control}
                  name={name}
                  required
                  value={String(chosen[name])}
                  onChange={({ currentTarget: { value } }) =>
                    setChosen({ ...chosen, [name]: choices.find(({ id }) => String(id) === value)!.id })
                  }
                >
                  {choices.map(({ id, name: text }) => (
                    <option key={String(id)} value={String(id)}>
                      {text.slice(0, 60)}
                    </option>
                  ))}
                </select>
              ) : isLong ? (
                <textarea {...control} name={name} rows={6} required={!isOptional} maxLength={maxLength} />
              ) : (
                <input
                  {...control}
                  name={name}
                  required={!isOptional}
                  maxLength={maxLength}
                  inputMode={isNumber ? 'decimal' : undefined}
                  pattern={isNumber ? NUMBER_PATTERN : undefined}
                  autocomplete="off"
                />
              )
            }
          </Field>
        ))}
        <FormActions {...{ error, isBusy, close }}>Add the {one}</FormActions>
      </form>
    </Panel>
  );
}
