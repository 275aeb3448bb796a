import type { ComponentChildren } from 'preact';
import { Problem } from './problem.js';

interface Props {
  error: unknown;
  isBusy: boolean;
  /** whether there is nothing to send yet */
  isIncomplete?: boolean;
  close(): void;
  /** text of the button that sends the form */
  children: ComponentChildren;
}

/** The end of a form: why it was not stored, and the buttons that send and leave it. */
export function FormActions({ error, isBusy, isIncomplete = false, close, children }: Props) {
  return (
    <>
      {error !== undefined && <Problem error={error} />}
      <div class="row">
        <button class="primary" disabled={isBusy || isIncomplete}>
          {children}
        </button>
        <button type="button" onClick={close} disabled={isBusy}>
          Cancel
        </button>
      </div>
    </>
  );
}
