import { useState } from 'preact/hooks';
import { count } from '../format.js';
import { LostAnswer } from '../sent-once.js';
import { Checklist } from './checklist.js';
import { Field } from './field.js';
import { FormActions } from './form-actions.js';
import { Names } from './name.js';
import { Panel } from './panel.js';
import { Problem } from './problem.js';
import { useAttempt } from './use-attempt.js';
import { useLoad } from './use-load.js';
import { wordsOf } from './word-list.js';

export interface AssignableUnit {
  id: string;
  /** its number, and where it stands if that is not enough */
  name: string;
  number: string;
}

interface Props {
  label: string;
  load(signal: AbortSignal): Promise<{ units: AssignableUnit[]; held: ReadonlySet<string> }>;
  save(added: string[], removed: string[]): Promise<void>;
  close(): void;
}

/** Chooses units, by their boxes or by their numbers. What it does not change stays as others may have changed it meanwhile. */
export function AssignUnits({ label, load, save, close }: Props) {
  const { data, error: unread, isLoading, reload } = useLoad(label, load);
  const [changed, setChanged] = useState<ReadonlySet<string>>();
  const [unknown, setUnknown] = useState<string[]>([]);
  const { isBusy, error, attempt } = useAttempt();
  const held = data?.held ?? new Set<string>();
  const chosen = changed ?? held;
  const added = [...chosen].filter((id) => !held.has(id));
  const removed = [...held].filter((id) => !chosen.has(id));
  const paste = (text: string) => {
    const words = wordsOf(text);
    const isNamed = ({ number }: AssignableUnit) => words.includes(number);
    const named = data!.units.filter(isNamed);
    setUnknown(words.filter((word) => !named.some(({ number }) => number === word)));
    setChanged(new Set([...held, ...named.map(({ id }) => id)]));
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void attempt(async () => {
      try {
        await save(added, removed);
      } catch (failure) {
        // What was lost is sent again as it was.
        if (!(failure instanceof LostAnswer)) reload();
        throw failure;
      }
    });
  };
  return (
    <Panel label={label} close={close}>
      <form class="form" onSubmit={submit}>
        {unread !== undefined && <Problem error={unread} retry={reload} />}
        {isLoading && !data && <progress aria-label="Loading" />}
        {data && (
          <>
            <Field label="Numbers of units" hint="Separated by spaces, commas or lines. They are added.">
              {(control) => (
                <textarea {...control} rows={2} onInput={({ currentTarget }) => paste(currentTarget.value)} />
              )}
            </Field>
            {unknown.length > 0 && (
              <p class="wrong" role="alert">
                No such unit: <Names>{unknown.slice(0, 20)}</Names>
              </p>
            )}
            <Checklist label="Units" load={async () => data.units} chosen={chosen} choose={setChanged} />
          </>
        )}
        <p role="status">
          {added.length + removed.length > 0 &&
            `${count(added.length, 'unit')} added, ${count(removed.length, 'unit')} removed.`}
        </p>
        <FormActions {...{ error, isBusy, close }} isIncomplete={added.length + removed.length === 0}>
          Store the units
        </FormActions>
      </form>
    </Panel>
  );
}
