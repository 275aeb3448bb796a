import { useState } from 'preact/hooks';
import { count } from '../format.js';
import { LostAnswer } from '../sent-once.js';
import { session } from '../session.js';
import { Checklist } from './checklist.js';
import { Panel } from './panel.js';
import { Problem } from './problem.js';
import { useAttempt } from './use-attempt.js';
import { useLoad } from './use-load.js';

interface Props {
  /** id of the account */
  id: string;
  done(said: string): void;
  close(): void;
}

/** The properties of an account. What it does not change stays as others may have changed it meanwhile. */
export function AssignAssets({ id: account, done, close }: Props) {
  const { client } = session.value!;
  const [changed, setChanged] = useState<ReadonlySet<string>>();
  const { isBusy, error, attempt } = useAttempt();
  const held = useLoad(account, async (signal) => {
    const assets = await client.listAccountAssets({ account, perPage: 1000 }, { signal }).all();
    return new Set(assets.map(({ id }) => id));
  });
  const before = held.data ?? new Set<string>();
  const chosen = changed ?? before;
  const added = [...chosen].filter((id) => !before.has(id));
  const removed = [...before].filter((id) => !chosen.has(id));
  const bodyOf = (ids: string[]) => ({ data: ids.map((id) => ({ asset_id: id })) });
  const save = () =>
    attempt(async () => {
      try {
        if (added.length > 0) await client.assignAssetsToAccount({ account, body: bodyOf(added) });
        if (removed.length > 0) await client.unassignAssetsFromAccount({ account, body: bodyOf(removed) });
      } catch (failure) {
        // What was lost is sent again as it was.
        if (!(failure instanceof LostAnswer)) held.reload();
        throw failure;
      }
      done(
        `${count(added.length, 'property', 'properties')} assigned, ${count(removed.length, 'removed', 'removed')}.`,
      );
    });
  return (
    <Panel label="Assign properties" close={close}>
      <div class="form">
        {held.error !== undefined && <Problem error={held.error} retry={held.reload} />}
        {held.isLoading && !held.data && <progress aria-label="Loading" />}
        {held.data && (
          <Checklist
            label="Properties"
            load={(signal) => client.listAssets({ perPage: 1000, sort: 'name' }, { signal }).all()}
            chosen={chosen}
            choose={setChanged}
          />
        )}
        {added.length > 0 && (
          <p>The keys of the account will see {count(added.length, 'more property', 'more properties')}.</p>
        )}
        {removed.length > 0 && (
          <p class="wrong">
            {count(removed.length, 'property is', 'properties are')} taken from the account: its embeds lose their maps,
            and an embed without a map is deleted. This cannot be undone.
          </p>
        )}
        {error !== undefined && <Problem error={error} />}
        <div class="row">
          <button
            type="button"
            class="primary"
            disabled={isBusy || added.length + removed.length === 0}
            onClick={() => void save()}
          >
            Save the assignment
          </button>
          <button type="button" onClick={close} disabled={isBusy}>
            Cancel
          </button>
        </div>
      </div>
    </Panel>
  );
}
