import type { CreateWebhook as Body, NewWebhook } from '@app/sdk';
import { session } from '../session.js';
import { Field } from './field.js';
import { FormActions } from './form-actions.js';
import { Panel } from './panel.js';
import { useAttempt } from './use-attempt.js';
import { WordList, wordsOf } from './word-list.js';

const PURPOSES: Record<string, Body['types']> = {
  'Everything, but not each changed price': ['*'],
  'Publications of prices': ['pricing.published', 'pricing.guard_refused', 'pricing.transaction_expired'],
  'Each changed price': ['pricing.unit_changed'],
  'Properties, buildings, floors and units': ['asset.*', 'building.*', 'floor.*', 'floor_plan.*', 'unit.*'],
  'Maps and embeds': ['unit_map.*', 'embed.*', 'landing_page.*'],
};

export function CreateWebhook({ created, close }: { created(webhook: NewWebhook): void; close(): void }) {
  const { client } = session.value!;
  const { isBusy, error, attempt } = useAttempt();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string) => (form.get(name) as string).trim();
    // The service says which of the words is no type.
    const types = wordsOf(text('types')) as Body['types'];
    void attempt(async () =>
      created(await client.createWebhook({ body: { name: text('name'), url: text('url'), types } })),
    );
  };
  return (
    <Panel label="Create a webhook" close={close}>
      <form class="form" onSubmit={submit}>
        <h2>Create a webhook</h2>
        <Field label="Name">
          {(control) => <input {...control} name="name" required maxLength={255} autocomplete="off" />}
        </Field>
        <Field label="Address" hint="A public address with https, to which the service sends events by POST.">
          {(control) => (
            <input {...control} name="url" type="url" required maxLength={2000} autocomplete="off" spellcheck={false} />
          )}
        </Field>
        <WordList
          name="types"
          label="Types of events"
          hint="One a line: unit.updated, unit.* for all of units, * for all."
          presets={PURPOSES}
        />
        <FormActions {...{ error, isBusy, close }}>Create the webhook</FormActions>
      </form>
    </Panel>
  );
}
