import type { UnitReferenceGroup } from '@app/sdk';
import { session } from '../session.js';
import { Field } from './field.js';
import { FormActions } from './form-actions.js';
import { Panel } from './panel.js';
import { useAttempt } from './use-attempt.js';

interface Props {
  asset: string;
  created(group: UnitReferenceGroup): void;
  close(): void;
}

/** A third-party system in which units have ids. */
export function CreateGroup({ asset, created, close }: Props) {
  const { client } = session.value!;
  const { isBusy, error, attempt } = useAttempt();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const [name, key] = ['name', 'key'].map((field) => (form.get(field) as string).trim()) as [string, string];
    const body = { name, ...(key && { key }) };
    void attempt(async () => created(await client.createUnitReferenceGroup({ asset, body })));
  };
  return (
    <Panel label="Add a system" close={close}>
      <form class="form" onSubmit={submit}>
        <h2>Add a system</h2>
        <Field label="Name" hint="The system that has ids for the units, such as a CRM.">
          {(control) => <input {...control} name="name" required maxLength={255} autocomplete="off" />}
        </Field>
        <Field
          label="Key"
          hint="Names it for programs: small letters, digits and hyphens, such as crm. It may be left empty."
        >
          {(control) => (
            <input
              {...control}
              name="key"
              maxLength={255}
              pattern="[a-z][a-z0-9\-]+"
              title="Small letters, digits and hyphens"
              autocomplete="off"
              autocapitalize="off"
            />
          )}
        </Field>
        <FormActions {...{ error, isBusy, close }}>Add the system</FormActions>
      </form>
    </Panel>
  );
}
