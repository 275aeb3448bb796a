import { session } from '../session.js';
import { Field } from './field.js';
import { FormActions } from './form-actions.js';
import { Panel } from './panel.js';
import { useAttempt } from './use-attempt.js';

export function CreateAccount({ created, close }: { created(name: string): void; close(): void }) {
  const { client } = session.value!;
  const { isBusy, error, attempt } = useAttempt();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const name = (new FormData(event.currentTarget as HTMLFormElement).get('name') as string).trim();
    void attempt(async () => created((await client.createAccount({ body: { name } })).name));
  };
  return (
    <Panel label="Create an account" close={close}>
      <form class="form" onSubmit={submit}>
        <h2>Create an account</h2>
        <Field label="Name" hint="Who owns or manages the properties. It has none until they are assigned to it.">
          {(control) => <input {...control} name="name" required maxLength={255} autocomplete="off" />}
        </Field>
        <FormActions {...{ error, isBusy, close }}>Create the account</FormActions>
      </form>
    </Panel>
  );
}
