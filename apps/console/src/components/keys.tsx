import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type Client, isApiError, type Key, type NewKey } from '@app/sdk';
import { ago, count, moment } from '../format.js';
import { may, session } from '../session.js';
import { Confirm } from './confirm.js';
import { CreateKey } from './create-key.js';
import { Few } from './few.js';
import { Name, named, Names as Listed } from './name.js';
import { Problem } from './problem.js';
import { Rotate } from './rotate.js';
import { type Shown, ShownOnce } from './shown-once.js';
import { Title } from './title.js';
import { useLoad } from './use-load.js';

const STATES: Record<Key['status'], string> = { valid: 'Valid', expired: 'Expired', revoked: 'Revoked' };

type Names = ReadonlyMap<string, string>;
type Step = { id: string; kind: 'rotate' | 'revoke' };

export function Keys() {
  const { client } = session.value!;
  const [status, setStatus] = useState<Key['status']>('valid');
  const [text, setText] = useState('');
  const [isCreating, setCreating] = useState(false);
  const [step, setStep] = useState<Step>();
  const [shown, setShown] = useState<Shown>();
  const [said, setSaid] = useState<ComponentChildren>();
  const { data, error, isLoading, reload } = useLoad(status, async (signal) => {
    const keys = await client.listKeys({ status, perPage: 1000 }, { signal }).all();
    return { keys, names: await namesOf(client, keys, signal) };
  });
  const rows = data?.keys.filter(matching(text)) ?? [];
  const mayWrite = may('keys.manage', true);
  const issue = ({ name, key }: NewKey, note?: string) => {
    setShown({ of: 'key', name, secret: key, ...(note && { note }) });
    setCreating(false);
    setStep(undefined);
    reload();
  };
  const revoked = ({ name }: Key) => {
    setSaid(named`${name} is revoked.`);
    setStep(undefined);
    reload();
  };
  return (
    <section>
      <div class="head">
        <Title>Keys</Title>
        <input
          type="search"
          aria-label="Filter keys by name or characters"
          placeholder="Filter"
          maxLength={200}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        {mayWrite && (
          <button type="button" aria-expanded={isCreating} onClick={() => setCreating(!isCreating)}>
            Create a key
          </button>
        )}
      </div>
      <p class="summary" role="status">
        {data ? `${count(rows.length, 'key')}.` : error ? '' : 'Loading…'} {said}
      </p>
      {shown && <ShownOnce shown={shown} done={() => setShown(undefined)} />}
      {isCreating && <CreateKey created={issue} close={() => setCreating(false)} />}
      <div class="chips" role="group" aria-label="State of keys">
        {(Object.keys(STATES) as Key['status'][]).map((each) => (
          <button type="button" key={each} aria-pressed={status === each} onClick={() => setStatus(each)}>
            {STATES[each]}
          </button>
        ))}
      </div>
      {error !== undefined && <Problem error={error} retry={reload} />}
      {isLoading && !data && <progress aria-label="Loading" />}
      {data && rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Key</th>
              <th scope="col">Last use</th>
              <th scope="col">{status === 'revoked' ? 'Revoked' : status === 'expired' ? 'Ended' : 'Ends'}</th>
              <th scope="col">Permissions</th>
              <th scope="col">Sees</th>
              {mayWrite && status === 'valid' && <td />}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <KeyRow
                key={row.id}
                row={row}
                names={data.names}
                step={step?.id === row.id ? step.kind : undefined}
                setStep={mayWrite && status === 'valid' ? setStep : undefined}
                issued={issue}
                revoked={revoked}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

interface RowProps {
  row: Key;
  names: Names;
  step: Step['kind'] | undefined;
  /** undefined if the key may not change keys */
  setStep: ((step: Step | undefined) => void) | undefined;
  issued(key: NewKey, note: string): void;
  revoked(key: Key): void;
}

function KeyRow({ row, names, step, setStep, issued, revoked }: RowProps) {
  const isOwn = row.id === session.value!.key.id;
  const open = (kind: Step['kind']) => setStep!(step === kind ? undefined : { id: row.id, kind });
  const close = () => setStep!(undefined);
  const ends = row.revoked_at ?? row.expires_at;
  return (
    <>
      <tr>
        <th scope="row">
          <Name>{row.name}</Name>
          {row.last_characters !== '' && (
            <small>
              <code>{`${row.prefix}…${row.last_characters}`}</code>
            </small>
          )}
          {isOwn && <span class="tag">your key</span>} {row.is_read_only && <span class="tag">read only</span>}
        </th>
        <td data-label="Last use">{row.last_used_at ? ago(row.last_used_at) : <span class="muted">never</span>}</td>
        <td data-label={row.revoked_at ? 'Revoked' : 'Ends'}>
          {ends === null ? <span class="muted">never</span> : <time dateTime={ends}>{moment(ends)}</time>}
        </td>
        <td data-label="Permissions">
          <div>
            <Few items={row.permissions} />
          </div>
        </td>
        <td data-label="Sees">
          <div>
            <Few items={scopeOf(row, names)} />
          </div>
        </td>
        {setStep && (
          <td class="steps">
            <button
              type="button"
              aria-label={`Rotate ${row.name}`}
              aria-expanded={step === 'rotate'}
              onClick={() => open('rotate')}
            >
              Rotate…
            </button>
            {!isOwn && (
              <button
                type="button"
                aria-label={`Revoke ${row.name}`}
                aria-expanded={step === 'revoke'}
                onClick={() => open('revoke')}
              >
                Revoke…
              </button>
            )}
          </td>
        )}
      </tr>
      {step && (
        <tr>
          <td colSpan={6}>
            {step === 'rotate' ? (
              <RotateKey row={row} isOwn={isOwn} issued={issued} close={close} />
            ) : (
              <RevokeKey row={row} names={names} revoked={revoked} close={close} />
            )}
          </td>
        </tr>
      )}
    </>
  );
}

interface RotateProps {
  row: Key;
  isOwn: boolean;
  issued(key: NewKey, note: string): void;
  close(): void;
}

function RotateKey({ row: { id, name }, isOwn, issued, close }: RotateProps) {
  const { client } = session.value!;
  const rotate = async (hours: number) =>
    issued(
      await client.rotateKey({ key: id, body: { overlap_hours: hours } }),
      hours === 0 ? 'The old key has ended.' : `The old key ends in ${count(hours, 'hour')}.`,
    );
  return (
    // The session lasts until the new key is stored.
    <Rotate label="Rotate the key" least={isOwn ? 1 : 0} act={rotate} close={close}>
      <p>
        A new key with the same name and rights takes the place of <Name>{name}</Name>
      </p>
      {isOwn && <p>You have signed in with it: sign in with the new key before the old one ends.</p>}
    </Rotate>
  );
}

function RevokeKey({ row, names, revoked, close }: Pick<RowProps, 'row' | 'names' | 'revoked'> & { close(): void }) {
  const { client } = session.value!;
  const of = { key: row.id };
  return (
    <Confirm
      label="Revoke the key"
      look={async (signal) => {
        await client.revokeKey({ ...of, dryRun: true }, { signal });
        return client.viewKey(of, { signal });
      }}
      act={async (viewed) => {
        try {
          revoked(await client.revokeKey(of, { ifUnchanged: viewed }));
        } catch (failure) {
          if (!isApiError(failure, 'precondition_failed')) throw failure;
          const key = await client.viewKey(of);
          if (key.status !== 'revoked') throw failure;
          revoked(key); // by the request whose answer was lost
        }
      }}
      close={close}
    >
      {(viewed) => (
        <>
          <p>
            Within five seconds, and for ever, the service refuses every request with this key.{' '}
            {row.last_used_at ? <b>It was last used {ago(row.last_used_at)}.</b> : 'It has never been used.'}
          </p>
          <p>
            What ends: {viewed.is_read_only && 'reading with '}
            {viewed.permissions.join(', ')}, for <Listed>{scopeOf(viewed, names)}</Listed>.
          </p>
        </>
      )}
    </Confirm>
  );
}

/** What a key sees, by name. */
function scopeOf({ account_ids: accounts, asset_ids: assets }: Key, names: Names): string[] {
  if (assets) return assets.map((id) => names.get(`asset ${id}`) ?? `property ${id}`);
  if (accounts) return accounts.map((id) => names.get(`account ${id}`) ?? `account ${id}`);
  return ['all accounts'];
}

/** The names of what keys are limited to, as far as one page of each list has them. */
async function namesOf(client: Client, keys: Key[], signal: AbortSignal): Promise<Names> {
  const page = { perPage: 1000 };
  const [accounts, assets] = await Promise.all([
    keys.some(({ account_ids }) => account_ids) ? client.listAccounts(page, { signal }) : undefined,
    keys.some(({ asset_ids }) => asset_ids) ? client.listAssets(page, { signal }) : undefined,
  ]);
  return new Map([
    ...(accounts?.data.map(({ id, name }) => [`account ${id}`, name] as const) ?? []),
    ...(assets?.data.map(({ id, name }) => [`asset ${id}`, name] as const) ?? []),
  ]);
}

/** A leaked key is found by the whole of it, or by its first or last characters. */
const matching = (text: string) => {
  const wanted = text.trim();
  return ({ name, prefix, last_characters: last }: Key): boolean =>
    `${name} ${prefix} ${last}`.toLowerCase().includes(wanted.toLowerCase()) ||
    (prefix !== '' && wanted.startsWith(prefix) && wanted.endsWith(last));
};
