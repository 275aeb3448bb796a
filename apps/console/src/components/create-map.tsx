import type { Building, UnitMap } from '@app/sdk';
import { session } from '../session.js';
import { Field } from './field.js';
import { FormActions } from './form-actions.js';
import { Panel } from './panel.js';
import { DRAWING_HINT, DRAWINGS, filesOf } from './replace-drawing.js';
import { useAttempt } from './use-attempt.js';

interface Props {
  asset: string;
  buildings: Building[];
  created(map: UnitMap): void;
  close(): void;
}

export function CreateMap({ asset, buildings, created, close }: Props) {
  const { client } = session.value!;
  const { isBusy, error, attempt } = useAttempt();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const file = form.get('drawing') as File;
    const building = form.get('building') as string | null;
    const body = {
      name: (form.get('name') as string).trim(),
      style: 'b' as const,
      ...(building && { building_id: building }),
    };
    void attempt(async () =>
      created(await client.createUnitMap({ asset, body, files: filesOf(file) }, { timeout: 120_000 })),
    );
  };
  return (
    <Panel label="Add a map" close={close}>
      <form class="form" onSubmit={submit}>
        <h2>Add a map</h2>
        <Field label="Name" hint="The floor or the part of the property that it shows.">
          {(control) => <input {...control} name="name" required maxLength={255} autocomplete="off" />}
        </Field>
        <Field label="Drawing" hint={DRAWING_HINT}>
          {(control) => <input {...control} name="drawing" type="file" accept={DRAWINGS} required />}
        </Field>
        {buildings.length > 1 && (
          <Field label="Building" hint="Then only numbers of its units count.">
            {(control) => (
              <select {...control} name="building">
                <option value="">Any</option>
                {buildings.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <FormActions {...{ error, isBusy, close }}>Add the map</FormActions>
        {isBusy && <progress aria-label="The drawing is sent and compiled" />}
      </form>
    </Panel>
  );
}
