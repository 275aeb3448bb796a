import type { CallOptions, Deletion } from '@app/sdk';
import { contentsOf } from '../format.js';
import { Confirm } from './confirm.js';

/** Deletes a resource, or says what would go with it. */
export type Remove = (dryRun: boolean, options: CallOptions) => Promise<Pick<Deletion, 'deleted' | 'changed'>>;

interface Props<T> {
  one: string;
  view(): Promise<T>;
  remove: Remove;
  done(): void;
  close(): void;
}

/** Deletes a resource after it has shown what goes with it, unless somebody else changes it meanwhile. */
export const DeleteStep = <T extends object>({ one, view, remove, done, close }: Props<T>) => (
  <Confirm
    label={`Delete the ${one}`}
    look={async (signal) => ({ viewed: await view(), deletion: await remove(true, { signal }) })}
    act={async ({ viewed }) => {
      await remove(false, { ifUnchanged: viewed });
      done();
    }}
    close={close}
  >
    {({ deletion: { deleted, changed } }) => (
      <>
        <p class={deleted.length > 1 ? 'wrong' : undefined}>Deleted for good: {contentsOf(deleted)}.</p>
        {changed.length > 0 && <p>They stay, and lose it: {contentsOf(changed)}.</p>}
      </>
    )}
  </Confirm>
);
