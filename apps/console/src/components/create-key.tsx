import { useState } from 'preact/hooks';
import type { NewKey } from '@app/sdk';
import { moment } from '../format.js';
import { may, session } from '../session.js';
import { Checklist } from './checklist.js';
import { Field } from './field.js';
import { FormActions } from './form-actions.js';
import { Panel } from './panel.js';
import { useAttempt } from './use-attempt.js';
import { WordList, wordsOf } from './word-list.js';

const READER = 'Read everything';
const PURPOSES: Record<string, readonly string[]> = {
  [READER]: ['service.*'],
  'Publish prices': ['service.pricing.read', 'service.pricing.create-entries', 'service.units.read'],
  'Match third-party ids': ['service.unit-references.*', 'service.asset-references.*', 'service.units.read'],
  'Maintain a property': ['service.*'],
  'Create properties': ['service.*', 'manage.*'],
  'Manage keys and webhooks': ['keys.manage', 'webhooks.manage'],
};

const SCOPES = { all: 'Everything that your key sees', accounts: 'Chosen accounts', assets: 'Chosen properties' };
type Scope = keyof typeof SCOPES;

/** A new key, which may do no more than the key that the user has signed in with. */
export function CreateKey({ created, close }: { created(key: NewKey): void; close(): void }) {
  const { client, key: own } = session.value!;
  const { isBusy, error, attempt } = useAttempt();
  const [readsOnly, setReadsOnly] = useState(false);
  const [scope, setScope] = useState<Scope>('all');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const offered = Object.entries(PURPOSES).filter(([, permissions]) => permissions.every((each) => may(each)));
  const scopes = (Object.keys(SCOPES) as Scope[]).filter((each) => each !== 'accounts' || own.asset_ids === null);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const text = (name: string) => (form.get(name) as string).trim();
    void attempt(async () =>
      created(
        await client.createKey({
          body: {
            name: text('name'),
            permissions: wordsOf(text('permissions')),
            is_read_only: readsOnly,
            ...(scope === 'accounts' && { account_ids: [...chosen] }),
            ...(scope === 'assets' && { asset_ids: [...chosen] }),
            ...(text('ends') !== '' && { expires_at: new Date(`${text('ends')}T23:59:59`).toISOString() }),
          },
        }),
      ),
    );
  };
  return (
    <Panel label="Create a key" close={close}>
      <form class="form" onSubmit={submit}>
        <h2>Create a key</h2>
        <Field label="Name" hint="The program that will use it. Give each program a key of its own.">
          {(control) => <input {...control} name="name" required maxLength={255} autocomplete="off" />}
        </Field>
        <WordList
          name="permissions"
          label="Permissions"
          hint={`One a line. Your key may give: ${own.permissions.join(', ')}.`}
          presets={Object.fromEntries(offered)}
          picked={(purpose) => setReadsOnly(purpose === READER)}
        />
        <label class="check">
          <input
            type="checkbox"
            checked={readsOnly}
            onChange={({ currentTarget }) => setReadsOnly(currentTarget.checked)}
          />{' '}
          It may only read, whatever its permissions
        </label>
        <Field label="Sees">
          {(control) => (
            <select
              {...control}
              value={scope}
              onChange={({ currentTarget }) => {
                setScope(currentTarget.value as Scope);
                setChosen(new Set());
              }}
            >
              {scopes.map((each) => (
                <option key={each} value={each}>
                  {SCOPES[each]}
                </option>
              ))}
            </select>
          )}
        </Field>
        {scope === 'accounts' && (
          <Checklist
            key="accounts"
            label="Accounts"
            load={(signal) => client.listAccounts({ perPage: 1000 }, { signal }).all()}
            chosen={chosen}
            choose={setChosen}
          />
        )}
        {scope === 'assets' && (
          <Checklist
            key="assets"
            label="Properties"
            load={(signal) => client.listAssets({ perPage: 1000, sort: 'name' }, { signal }).all()}
            chosen={chosen}
            choose={setChosen}
          />
        )}
        <Field
          label="Last day"
          hint={
            own.expires_at === null
              ? 'Without one, the key works until it is revoked.'
              : `Without one, it ends with your key, on ${moment(own.expires_at)}.`
          }
        >
          {(control) => <input {...control} name="ends" type="date" />}
        </Field>
        <FormActions {...{ error, isBusy, close }} isIncomplete={scope !== 'all' && chosen.size === 0}>
          Create the key
        </FormActions>
      </form>
    </Panel>
  );
}
