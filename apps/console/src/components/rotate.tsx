import type { ComponentChildren } from 'preact';
import { Field } from './field.js';
import { FormActions } from './form-actions.js';
import { Panel } from './panel.js';
import { useAttempt } from './use-attempt.js';

interface Props {
  label: string;
  children: ComponentChildren;
  /** hours that the old one works at least; default 0 */
  least?: number;
  act(overlapHours: number): Promise<void>;
  close(): void;
}

/** A new secret; the old one works for some hours more, in which programs change over. */
export function Rotate({ label, children, least = 0, act, close }: Props) {
  const { isBusy, error, attempt } = useAttempt();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const hours = Number(new FormData(event.currentTarget as HTMLFormElement).get('hours'));
    void attempt(() => act(hours));
  };
  return (
    <Panel label={label} close={close}>
      <form class="form" onSubmit={submit}>
        {children}
        <Field
          label="Hours for which the old one still works"
          hint={least === 0 ? '0 ends it at once.' : `At least ${least}.`}
        >
          {(control) => (
            <input {...control} name="hours" type="number" min={least} max={9999} step={1} required defaultValue={24} />
          )}
        </Field>
        <FormActions {...{ error, isBusy, close }}>{label}</FormActions>
      </form>
    </Panel>
  );
}
