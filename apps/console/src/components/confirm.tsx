import type { ComponentChildren } from 'preact';
import { LostAnswer } from '../sent-once.js';
import { Panel } from './panel.js';
import { Problem } from './problem.js';
import { useAttempt } from './use-attempt.js';
import { useLoad } from './use-load.js';

interface Props<T> {
  label: string;
  /** reads what the step would change */
  look(signal: AbortSignal): Promise<T>;
  /** tells it */
  children(seen: T): ComponentChildren;
  act(seen: T): Promise<void>;
  close(): void;
}

/** A step that shows first what it changes. */
export function Confirm<T>({ label, look, children, act, close }: Props<T>) {
  const { data, error, isLoading, reload } = useLoad(label, look);
  const step = useAttempt();
  const run = () => void step.attempt(() => act(data!));
  /** A step whose answer was lost is sent again as it was; others are looked at again. */
  const isLost = step.error instanceof LostAnswer;
  const again = () => {
    step.forget();
    reload();
  };
  const failure = step.error ?? error;
  return (
    <Panel label={label} close={close}>
      {isLoading && <progress aria-label="Loading" />}
      {data !== undefined && children(data)}
      {failure !== undefined && <Problem error={failure} retry={isLost ? run : again} />}
      <div class="row">
        <button
          type="button"
          class="primary"
          disabled={data === undefined || isLoading || step.isBusy || (step.error !== undefined && !isLost)}
          onClick={run}
        >
          {label}
        </button>
        <button type="button" onClick={close} disabled={step.isBusy}>
          Cancel
        </button>
      </div>
    </Panel>
  );
}
