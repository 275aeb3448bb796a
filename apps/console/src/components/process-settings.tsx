import { useState } from 'preact/hooks';
import type { PricingProcess, UpdatePricingProcess } from '@app/sdk';
import { session } from '../session.js';
import type { DetailsProps } from './catalog-list.js';
import { Field } from './field.js';
import { FormActions } from './form-actions.js';
import { Panel } from './panel.js';
import { Problem } from './problem.js';
import { useAttempt } from './use-attempt.js';
import { useLoad } from './use-load.js';

type StatusMap = NonNullable<PricingProcess['status_map']>;
type State = StatusMap[string];

const STATES: Record<State, string> = {
  available: 'Available',
  on_notice: 'On notice',
  coming_soon: 'Coming soon',
  reserved: 'Reserved',
  sold: 'Sold',
  waitlist: 'Waiting list',
  off_market: 'Not offered',
};

/** What a process refuses, how long it keeps prices, and what words of its source mean. */
export function ProcessSettings({ item, saved, close }: DetailsProps<PricingProcess>) {
  const { client } = session.value!;
  const of = { asset: item.asset_id, process: item.id };
  const { data, error, reload } = useLoad(item.id, (signal) => client.viewPricingProcess(of, { signal }));
  return (
    <Panel label={`Settings of ${item.name.slice(0, 60)}`} close={close}>
      {error !== undefined && <Problem error={error} retry={reload} />}
      {!data && error === undefined && <progress aria-label="Loading" />}
      {data && (
        <Form
          known={data}
          save={async (body) => saved(await client.updatePricingProcess({ ...of, body }, { ifUnchanged: data }))}
          close={close}
        />
      )}
    </Panel>
  );
}

interface FormProps {
  /** as it was viewed */
  known: PricingProcess;
  save(body: UpdatePricingProcess): Promise<void>;
  close(): void;
}

function Form({ known, save, close }: FormProps) {
  const { isBusy, error, attempt } = useAttempt();
  const [words, setWords] = useState(() => [...Object.entries(known.status_map ?? {}), NEW]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const numberOf = (name: string) => {
      const text = (form.get(name) as string).trim();
      return text === '' ? null : Number(text);
    };
    const guard = {
      max_removed_percent: numberOf('removed'),
      max_price_change_percent: numberOf('change'),
      refuse_empty: form.has('empty'),
    };
    const isOff = guard.max_removed_percent === null && guard.max_price_change_percent === null && !guard.refuse_empty;
    const given = words.filter(([word]) => word.trim() !== '');
    const body = {
      guard: isOff ? null : guard,
      history_days: numberOf('history'),
      status_map: given.length > 0 ? Object.fromEntries(given) : null,
      show_status: form.has('show'),
    };
    void attempt(() => save(body));
  };
  const change = (at: number, [word, state]: [string, State]) => {
    const changed = words.map((each, index): [string, State] => (index === at ? [word, state] : each));
    setWords(changed.at(-1)![0] === '' ? changed : [...changed, NEW]);
  };
  const { guard } = known;
  return (
    <form class="form" onSubmit={submit}>
      <NumberField
        name="removed"
        label="Entries that a delivery may remove, in percent"
        hint="The guard refuses a delivery that removes more. Empty: no limit."
        value={guard?.max_removed_percent}
      />
      <NumberField
        name="change"
        label="Rise or fall of a price, in percent"
        hint="The guard refuses a delivery with a greater one. Empty: no limit."
        value={guard?.max_price_change_percent}
      />
      <label class="check">
        <input type="checkbox" name="empty" defaultChecked={guard?.refuse_empty ?? false} /> Refuse a delivery that
        leaves no unit with a price
      </label>
      <NumberField
        name="history"
        label="Days that earlier publications are kept"
        hint="Empty: as the server is configured."
        value={known.history_days}
      />
      <fieldset class="checklist">
        <legend>Words of the source for the status of a unit</legend>
        {words.map(([word, state], at) => (
          <div class="row" key={at}>
            <input
              aria-label={`Word ${at + 1}`}
              placeholder="As the source writes it"
              value={word}
              maxLength={255}
              autocomplete="off"
              onInput={({ currentTarget }) => change(at, [currentTarget.value, state])}
            />
            <select
              aria-label={`Meaning of word ${at + 1}`}
              value={state}
              onChange={({ currentTarget }) => change(at, [word, currentTarget.value as State])}
            >
              {Object.entries(STATES).map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        ))}
        <small>Visitors read the meaning, in their language. A word that is cleared has none.</small>
      </fieldset>
      <label class="check">
        <input type="checkbox" name="show" defaultChecked={known.show_status} /> Show visitors words without a meaning
      </label>
      <FormActions {...{ error, isBusy, close }}>Store the settings</FormActions>
    </form>
  );
}

/** The empty line below the words. */
const NEW: [word: string, state: State] = ['', 'available'];

interface NumberProps {
  name: string;
  label: string;
  hint: string;
  value: number | null | undefined;
}

const NumberField = ({ name, label, hint, value }: NumberProps) => (
  <Field label={label} hint={hint}>
    {(control) => (
      <input
        {...control}
        name={name}
        defaultValue={String(value ?? '')}
        inputMode="numeric"
        pattern="[0-9]{1,6}"
        autocomplete="off"
      />
    )}
  </Field>
);
