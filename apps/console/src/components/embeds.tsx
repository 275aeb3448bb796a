import { useState } from 'preact/hooks';
import type { Embed, UnitMap } from '@app/sdk';
import { count } from '../format.js';
import { PATHS } from '../routes.js';
import { may, session } from '../session.js';
import { CreateEmbed } from './create-embed.js';
import { EmbedCode } from './embed-code.js';
import { Name } from './name.js';
import { Problem } from './problem.js';
import { useLoad } from './use-load.js';

/** The embeds that show a property, with their code and a preview. */
export function Embeds({ asset, maps }: { asset: string; maps: UnitMap[] }) {
  const { client } = session.value!;
  const [opened, setOpened] = useState<string>();
  const [isCreating, setCreating] = useState(false);
  const { data, error, isLoading, reload } = useLoad(asset, async (signal) => {
    const accounts = await client.listAccounts({ perPage: 1000 }, { signal }).all();
    const lists = await Promise.all(
      accounts.map(async ({ id, name }) => {
        const embeds = await client.listEmbeds({ account: id, asset, perPage: 1000 }, { signal }).all();
        return embeds.map((embed: Embed) => ({ embed, account: name }));
      }),
    );
    return { accounts, list: lists.flat() };
  });
  const mayCreate = data && maps.length > 0 && data.accounts.length > 0 && may('manage.embeds.create', true);
  return (
    <section class="part" aria-label="Embeds">
      <div class="head">
        <h2>Embeds</h2>
        {mayCreate && (
          <button type="button" aria-expanded={isCreating} onClick={() => setCreating(!isCreating)}>
            Create an embed
          </button>
        )}
      </div>
      <p class="summary" role="status">
        {data ? `${count(data.list.length, 'embed shows', 'embeds show')} this property.` : ''}
      </p>
      {isLoading && <progress aria-label="Loading" />}
      {error !== undefined && <Problem error={error} retry={reload} />}
      {data && data.list.length === 0 && !isCreating && (
        <Prerequisites hasMaps={maps.length > 0} hasAccounts={data.accounts.length > 0} />
      )}
      {isCreating && mayCreate && (
        <CreateEmbed
          maps={maps}
          accounts={data.accounts}
          created={({ id }) => {
            setCreating(false);
            setOpened(id);
            reload();
          }}
          close={() => setCreating(false)}
        />
      )}
      {data && data.list.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Embed</th>
              <th scope="col">Account</th>
              <th scope="col">Websites</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {data.list.map(({ embed, account }) => (
              <Row
                key={embed.id}
                embed={embed}
                account={account}
                isOpen={opened === embed.id}
                toggle={() => setOpened(opened === embed.id ? undefined : embed.id)}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** What an embed needs before it can be created. */
function Prerequisites({ hasMaps, hasAccounts }: { hasMaps: boolean; hasAccounts: boolean }) {
  if (!may('manage.embeds.create', true)) return null;
  if (!hasMaps) return <p class="muted">An embed shows maps of the property on a website: add a map first.</p>;
  return (
    <p class="muted">
      An embed belongs to an account that has the property.{' '}
      {may('service.accounts.update-assets', true) && (
        <a href={PATHS.accounts}>
          {hasAccounts ? 'Assign the property to an account' : 'Create an account, and assign the property to it'}
        </a>
      )}
    </p>
  );
}

interface RowProps {
  embed: Embed;
  account: string;
  isOpen: boolean;
  toggle(): void;
}

function Row({ embed, account, isOpen, toggle }: RowProps) {
  return (
    <>
      <tr>
        <th scope="row">
          <Name>{embed.name}</Name>
        </th>
        <td data-label="Account">
          <Name>{account}</Name>
        </td>
        <td data-label="Websites">
          {embed.allowed_origins.length > 0 ? <Name>{embed.allowed_origins.join(', ')}</Name> : 'all'}
        </td>
        <td class="steps">
          <button
            type="button"
            aria-label={`Code and preview of ${embed.name}`}
            aria-expanded={isOpen}
            onClick={toggle}
          >
            Code and preview
          </button>
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={4}>
            <EmbedCode embed={embed} close={toggle} />
          </td>
        </tr>
      )}
    </>
  );
}
