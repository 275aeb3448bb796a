import { useState } from 'preact/hooks';
import type { Embed } from '@app/sdk';
import { count } from '../format.js';
import { session } from '../session.js';
import { EmbedCode } from './embed-code.js';
import { Name } from './name.js';
import { Problem } from './problem.js';
import { useLoad } from './use-load.js';

/** The embeds that show a property, with their code and a preview. */
export function Embeds({ asset }: { asset: string }) {
  const { client } = session.value!;
  const [opened, setOpened] = useState<string>();
  const { data, error, isLoading, reload } = useLoad(asset, async (signal) => {
    const accounts = await client.listAccounts({ perPage: 1000 }, { signal }).all();
    const lists = await Promise.all(
      accounts.map(async ({ id, name }) => {
        const embeds = await client.listEmbeds({ account: id, asset, perPage: 1000 }, { signal }).all();
        return embeds.map((embed: Embed) => ({ embed, account: name }));
      }),
    );
    return lists.flat();
  });
  return (
    <section class="part" aria-label="Embeds">
      <h2>Embeds</h2>
      <p class="summary" role="status">
        {data ? `${count(data.length, 'embed shows', 'embeds show')} this property.` : ''}
      </p>
      {isLoading && <progress aria-label="Loading" />}
      {error !== undefined && <Problem error={error} retry={reload} />}
      {data && data.length > 0 && (
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
            {data.map(({ embed, account }) => (
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
