import type { Account, Embed } from '@app/sdk';
import type { Item } from '../../provision/section.js';
import { byId, itemOf } from '../../provision/items.js';
import { keyIn } from './read-maps.js';
import { PAGE, type SourceServer } from './source-server.js';

/** Reads an account with its embeds and those of the given assets that it has. */
export async function readAccount(
  source: SourceServer,
  account: Account,
  assets: ReadonlySet<string>,
  maps: ReadonlySet<string>,
): Promise<Item> {
  const its = { account: account.id, ...PAGE };
  const held = await source.all('account_assets', source.api.listAccountAssets(its));
  const embeds = await source.all('embeds', source.api.listEmbeds(its));
  return itemOf('accounts', account, {
    assets: held.filter(({ id }) => assets.has(id)).map(({ id }) => byId(id)),
    embeds: embeds.map((embed) => embedOf(embed, maps)).filter(({ maps: placed }) => (placed as Item[]).length > 0),
  });
}

/** A server that implements only the contract shows no pricing processes; those on this server stay. */
function embedOf(embed: Embed, maps: ReadonlySet<string>): Item {
  const placed = embed.service_maps.filter(({ id }) => maps.has(id));
  return itemOf('accounts.embeds', embed, {
    ...keyIn(embed.url),
    maps: placed.map(({ id, asset_id: asset, instance_key, pricing_process_id: process }) => ({
      ...{ asset: byId(asset), map: byId(id), instance_key },
      ...(process !== undefined && { pricing_process: process && byId(process) }),
    })),
  });
}
