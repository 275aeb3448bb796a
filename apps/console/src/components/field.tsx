import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

interface Props {
  label: string;
  hint?: string;
  children(control: { id: string; 'aria-describedby'?: string }): ComponentChildren;
}

/** A control of a form with its label, and a hint below it. */
export function Field({ label, hint, children }: Props) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, ...(hint && { 'aria-describedby': `${id}-hint` }) })}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
    </div>
  );
}
