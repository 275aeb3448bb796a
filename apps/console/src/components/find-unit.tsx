import { useId } from 'preact/hooks';
import type { PricingUnit } from '@app/sdk';
import { session } from '../session.js';
import { Problem } from './problem.js';
import { useAttempt } from './use-attempt.js';

interface Props {
  asset: string;
  process: string;
  label: string;
  found(unit: PricingUnit): void;
}

/** Finds a unit of a process by its number. */
export function FindUnit({ asset, process, label, found }: Props) {
  const { client } = session.value!;
  const id = useId();
  const { isBusy, error, attempt } = useAttempt();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const wanted = new FormData(event.currentTarget as HTMLFormElement).get('number') as string;
    const isWanted = ({ unit_number }: PricingUnit) => keyOf(unit_number) === keyOf(wanted);
    void attempt(async () => {
      const units = (await client.listPricingUnits({ asset, process, perPage: 1000 }).all()).filter(isWanted);
      if (units.length === 0) throw new Error('No unit has this number.');
      if (units.length > 1) throw new Error('Several units have this number: open one from a publication.');
      found(units[0]!);
    });
  };
  return (
    <form class="row" onSubmit={submit}>
      <label for={id}>{label}</label>
      <input id={id} name="number" placeholder="Unit number" required maxLength={255} size={12} autocomplete="off" />
      <button disabled={isBusy}>Open</button>
      {error !== undefined && <Problem error={error} />}
    </form>
  );
}

const keyOf = (number: string): string => number.normalize('NFKC').trim().toLowerCase();
