import type { ComponentChildren } from 'preact';
import { Problem } from './problem.js';

interface Props {
  error: unknown;
  isBusy: boolean;
  close(): void;
  /** text of the button that sends the form */
  children: ComponentChildren;
}

/** The end of a form: why it was not stored, and the buttons that send and leave it. */
export function FormActions({ error, isBusy, close, children }: Props) {
  return (
    <>
      {error !== undefined && <Problem error={error} />}
      <div class="row">
        <button class="primary" disabled={isBusy}>
          {children}
        </button>
        <button type="button" onClick={close} disabled={isBusy}>
          Cancel
        </button>
      </div>
    </>
  );
}
