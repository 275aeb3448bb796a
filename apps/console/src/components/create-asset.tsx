import type { CreateAsset as Body } from '@app/sdk';
import { MARKETS } from '../markets.js';
import { session } from '../session.js';
import { Field } from './field.js';
import { FormActions } from './form-actions.js';
import { Panel } from './panel.js';
import { useAttempt } from './use-attempt.js';

interface Input {
  name: keyof Body;
  label: string;
  hint?: string;
  isOptional?: boolean;
  /** of the value; the hint says what it means */
  pattern?: string;
}

const INPUTS: Input[] = [
  { name: 'name', label: 'Name', hint: 'For the people who manage it.' },
  { name: 'display_name', label: 'Name that visitors see', hint: 'The same, if left empty.', isOptional: true },
  { name: 'address_line1', label: 'Street and number' },
  { name: 'address_line2', label: 'Second line of the address', isOptional: true },
  { name: 'address_city', label: 'City' },
  { name: 'address_state', label: 'State or province', hint: 'Two letters, such as NY.', pattern: '[A-Z]{2}' },
  { name: 'address_postal_code', label: 'Postal code' },
  { name: 'address_country', label: 'Country', hint: 'Three letters, such as USA or CAN.', pattern: '[A-Z]{3}' },
];

export function CreateAsset({ created, close }: { created(name: string): void; close(): void }) {
  const { client } = session.value!;
  const { isBusy, error, attempt } = useAttempt();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const filled = [...form].map(([name, value]) => [name, (value as string).trim()]).filter(([, value]) => value);
    const fields = Object.fromEntries(filled) as Body;
    // The service says which field is not as it must be.
    const body: Body = { ...fields, display_name: fields.display_name ?? fields.name };
    void attempt(async () => created((await client.createAsset({ body })).name));
  };
  return (
    <Panel label="Create a property" close={close}>
      <form class="form" onSubmit={submit}>
        <h2>Create a property</h2>
        {INPUTS.map(({ name, label, hint, isOptional, pattern }) => (
          <Field key={name} label={label} {...(hint && { hint })}>
            {(control) => (
              <input
                {...control}
                name={name}
                required={!isOptional}
                maxLength={255}
                pattern={pattern}
                title={pattern && hint}
                autocomplete="off"
                autocapitalize={pattern ? 'characters' : undefined}
              />
            )}
          </Field>
        ))}
        <Field label="Kind of property">
          {(control) => (
            <select {...control} name="market">
              {MARKETS.map(([id, name]) => (
                <option key={id} value={id} selected={id === 'multifamily'}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <FormActions {...{ error, isBusy, close }}>Create the property</FormActions>
      </form>
    </Panel>
  );
}
