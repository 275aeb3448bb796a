import { useState } from 'preact/hooks';
import type { Account, Embed, UnitMap } from '@app/sdk';
import { session } from '../session.js';
import { Checklist } from './checklist.js';
import { Field } from './field.js';
import { FormActions } from './form-actions.js';
import { Panel } from './panel.js';
import { useAttempt } from './use-attempt.js';
import { wordsOf } from './word-list.js';

interface Props {
  maps: UnitMap[];
  accounts: Account[];
  created(embed: Embed): void;
  close(): void;
}

/** An embed of chosen maps, in their order in the list. */
export function CreateEmbed({ maps, accounts, created, close }: Props) {
  const { client } = session.value!;
  const { isBusy, error, attempt } = useAttempt();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(maps.map(({ id }) => id)));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const [name, account, origins] = ['name', 'account', 'origins'].map((field) => form.get(field) as string) as [
      string,
      string,
      string,
    ];
    const body = {
      name: name.trim(),
      tags: [],
      allowed_origins: wordsOf(origins),
      service_maps: maps.filter(({ id }) => chosen.has(id)).map(({ id, asset_id }) => ({ id, asset_id })),
    };
    void attempt(async () => {
      if (chosen.size === 0) throw new Error('Choose at least one map.');
      created(await client.createEmbed({ account, body }));
    });
  };
  return (
    <Panel label="Create an embed" close={close}>
      <form class="form" onSubmit={submit}>
        <h2>Create an embed</h2>
        <Field label="Name" hint="For the people who manage it.">
          {(control) => <input {...control} name="name" required maxLength={255} autocomplete="off" />}
        </Field>
        <Field label="Account" hint="The property must be assigned to it.">
          {(control) => (
            <select {...control} name="account">
              {accounts.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name.slice(0, 60)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Checklist label="Maps" load={async () => maps} chosen={chosen} choose={setChosen} />
        <Field
          label="Websites"
          hint="Origins that may show it, one a line, such as https://www.example.com. Empty: all."
        >
          {(control) => <textarea {...control} name="origins" rows={2} spellcheck={false} autocapitalize="off" />}
        </Field>
        <FormActions {...{ error, isBusy, close }}>Create the embed</FormActions>
      </form>
    </Panel>
  );
}
