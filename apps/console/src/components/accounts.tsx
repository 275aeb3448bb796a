import type { Account, Asset } from '@app/sdk';
import { useState } from 'preact/hooks';
import { unitsPath } from '../routes.js';
import { may, session } from '../session.js';
import { ArchivableList } from './archivable-list.js';
import { AssignAssets } from './assign-assets.js';
import { CreateAccount } from './create-account.js';
import { CreateAsset } from './create-asset.js';
import { Title } from './title.js';

/** Accounts and properties: what there is, and what was archived and can be restored. */
export function Accounts() {
  const { client, key } = session.value!;
  const [isArchived, setArchived] = useState(false);
  const seesAll = key.account_ids === null && key.asset_ids === null;
  const page = { perPage: 1000, ...(isArchived && { archived: true }) };
  return (
    <section>
      <div class="head">
        <Title>Accounts and properties</Title>
        <div class="chips" role="group" aria-label="What is shown">
          <button type="button" aria-pressed={!isArchived} onClick={() => setArchived(false)}>
            In use
          </button>
          <button type="button" aria-pressed={isArchived} onClick={() => setArchived(true)}>
            Archived
          </button>
        </div>
      </div>
      <ArchivableList<Account>
        title="Accounts"
        one="account"
        isArchived={isArchived}
        list={(signal) => client.listAccounts(page, { signal })}
        view={(account, options) => client.viewAccount({ account }, options)}
        archive={(account, dryRun, options) => client.archiveAccount({ account, dryRun }, options)}
        restore={async (id) => void (await client.restoreAccount({ archivedAccount: id }))}
        mayChange={may('manage.accounts.delete', true)}
        consequence="Its embeds are hidden, and the keys that are limited to it see nothing. Its properties stay."
        form={seesAll && may('manage.accounts.create', true) ? CreateAccount : undefined}
        assign={may('service.accounts.update-assets', true) ? AssignAssets : undefined}
      />
      <ArchivableList<Asset>
        title="Properties"
        one="property"
        isArchived={isArchived}
        list={(signal) => client.listAssets({ ...page, sort: 'name' }, { signal })}
        view={(asset, options) => client.viewAsset({ asset }, options)}
        archive={(asset, dryRun, options) => client.archiveAsset({ asset, dryRun }, options)}
        restore={async (id) => void (await client.restoreAsset({ archivedAsset: id }))}
        mayChange={may('service.assets.delete', true)}
        consequence="Lists no longer have it, and visitors of its maps see that there is no such page."
        form={key.asset_ids === null && may('service.assets.create', true) ? CreateAsset : undefined}
        describe={(asset) => `${asset.address_line1}, ${asset.address_city}, ${asset.address_state}`}
        link={(asset) => (may('service.units.read') ? unitsPath(asset.id) : undefined)}
      />
    </section>
  );
}
