import type { ComponentChildren } from 'preact';
import { useRoute } from 'preact-iso';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isApiError, type PricingUnit, type UnmatchedEntry } from '@app/sdk';
import { count, number } from '../format.js';
import { may, session } from '../session.js';
import { Name, named, Names } from './name.js';
import { failure as failed, Problem, sentenceOf, tellOf } from './problem.js';
import { ProcessHead } from './process-head.js';
import { type ChoosableUnit, leaveRow, moveBetweenRows, UnitChoices } from './unit-choices.js';
import { useLoad } from './use-load.js';

interface Match {
  entry: UnmatchedEntry;
  unit: { id: string; number: string };
  /** the provider id that the unit had before */
  before: string | null;
}

const REASONS: Record<UnmatchedEntry['code'], string> = {
  unit_unknown: 'no unit has this number',
  unit_ambiguous: 'several units have this number',
  building_unknown: 'no building has this name or id',
  provider_id_taken: 'the unit takes its prices from another id',
  unit_added_since: 'the next delivery matches it',
};

/** Published entries that match no unit, beside the units that they may mean. Enter on a unit matches it and goes to the next entry. */
export function Unmatched() {
  const { asset = '', process = '' } = useRoute().params;
  const { client } = session.value!;
  const of = { asset, process };
  const { data, error, isLoading, reload } = useLoad(`${asset} ${process}`, (signal) =>
    client.listUnmatchedEntries({ ...of, perPage: 1000 }, { signal }).all(),
  );
  const [matched, setMatched] = useState<ReadonlySet<string>>(new Set());
  /** numbers that were typed, by provider id: an entry that comes back after a failure still has its own */
  const typed = useRef(new Map<string, string>());
  const [failures, setFailures] = useState<ReadonlyMap<string, ComponentChildren>>(new Map());
  const [done, setDone] = useState<Match[][]>([]);
  const [said, setSaid] = useState<ComponentChildren>();
  const [isBusy, setBusy] = useState(false);
  const table = useRef<HTMLTableElement>(null);
  const units = useUnits(asset, process);
  const mayWrite = may('service.pricing.create-entries', true);
  useEffect(() => setMatched(new Set()), [data]);

  const left = (data ?? []).filter(({ provider_id }) => !matched.has(provider_id));
  const mark = (ids: string[], isMatched: boolean) =>
    setMatched((before) => {
      const after = new Set(before);
      for (const id of ids)
        if (isMatched) after.add(id);
        else after.delete(id);
      return after;
    });
  const fail = (id: string, text: ComponentChildren) =>
    setFailures((before) => {
      const after = new Map(before);
      if (text === undefined) after.delete(id);
      else after.set(id, text);
      return after;
    });

  const match = async (one: Match) => {
    const id = one.entry.provider_id;
    fail(id, undefined);
    mark([id], true);
    try {
      await give(one.unit.id, one.before, id);
      setDone((before) => [...before, [one]]);
      setSaid(named`${id} is matched with unit ${one.unit.number}.`);
    } catch (failure) {
      mark([id], false);
      fail(id, tellOf(failure));
    }
  };

  /** Gives the unit a provider id, unless somebody else has changed it. */
  const give = async (unit: string, expected: string | null, wanted: string | null) => {
    const known = await client.viewPricingUnit({ ...of, unit });
    if (known.provider_id === wanted) return; // also after the answer to the same change was lost
    if (known.provider_id !== expected)
      throw failed`Changed by somebody else: unit ${known.unit_number} now has the id ${known.provider_id ?? 'none'}, not ${expected ?? 'none'}.`;
    await client.updatePricingUnit({ ...of, unit, body: { provider_id: wanted } }, { ifUnchanged: known });
  };

  const certain = certainMatches(left);
  const matchAll = async () => {
    setBusy(true);
    const data = certain.map(({ entry, unit }) => ({ unit_id: unit.id, provider_id: entry.provider_id }));
    try {
      for (let at = 0; at < data.length; at += BATCH)
        await client.savePricingUnits({ ...of, body: { data: data.slice(at, at + BATCH) } });
      mark(
        certain.map(({ entry }) => entry.provider_id),
        true,
      );
      setDone((before) => [...before, certain]);
      setSaid(`${count(certain.length, 'entry', 'entries')} matched.`);
    } catch (failure) {
      setSaid(sentenceOf(failure));
    }
    setBusy(false);
  };

  const undo = async () => {
    const last = done.at(-1)!;
    setBusy(true);
    try {
      for (const { unit, before, entry } of last) await give(unit.id, entry.provider_id, before);
      setDone((before) => before.slice(0, -1));
      mark(
        last.map(({ entry }) => entry.provider_id),
        false,
      );
      setSaid(`${count(last.length, 'match', 'matches')} undone.`);
    } catch (failure) {
      setSaid(
        isApiError(failure, 'precondition_failed')
          ? 'Not undone: somebody else has changed the unit.'
          : tellOf(failure),
      );
    }
    setBusy(false);
  };

  const choose = (one: Match, button: Element) => {
    leaveRow(button, table.current);
    void match(one);
  };

  return (
    <section>
      <ProcessHead asset={asset} process={process} tab="unmatched" />
      {error !== undefined && <Problem error={error} retry={reload} />}
      {isLoading && !data && <progress aria-label="Loading" />}
      {data && (
        <>
          <div class="row">
            <p role="status" class="grow">
              {left.length === 0
                ? 'Every published entry matches a unit.'
                : `${count(left.length, 'entry', 'entries')} without a unit.`}{' '}
              {said}
            </p>
            {mayWrite && done.length > 0 && (
              <button type="button" onClick={() => void undo()} disabled={isBusy}>
                Undo the last {done.at(-1)!.length === 1 ? 'match' : `${number(done.at(-1)!.length)} matches`}
              </button>
            )}
            {mayWrite && certain.length > 0 && (
              <button type="button" class="primary" onClick={() => void matchAll()} disabled={isBusy}>
                Match {number(certain.length)} with the only unit suggested
              </button>
            )}
          </div>
          {left.length > 0 && (
            <table ref={table} onKeyDown={moveBetweenRows} aria-describedby="keys">
              <thead>
                <tr>
                  <th scope="col">Id of the sender</th>
                  <th scope="col">Number</th>
                  <th scope="col" class="figure">
                    Price
                  </th>
                  <th scope="col">Unit that it may mean</th>
                </tr>
              </thead>
              <tbody>
                {left.map((entry) => (
                  <tr key={entry.provider_id}>
                    <th scope="row">
                      <Name>{entry.provider_id}</Name>
                      <small>{REASONS[entry.code]}</small>
                    </th>
                    <td data-label="Number">
                      <Name>{entry.unit_number}</Name>
                    </td>
                    <td class="figure" data-label="Price">
                      {number(entry.price)}
                    </td>
                    <td data-label="Unit">
                      {mayWrite ? (
                        <UnitChoices
                          label={`Number of the unit for ${entry.provider_id}`}
                          suggestions={entry.suggestions.map(choiceOf)}
                          find={units}
                          typed={typed.current.get(entry.provider_id)}
                          keepTyped={(text) => typed.current.set(entry.provider_id, text)}
                          choose={({ id, number, before }, place) =>
                            choose({ entry, unit: { id, number }, before }, place)
                          }
                        />
                      ) : entry.suggestions.length > 0 ? (
                        <Names>{entry.suggestions.map(({ unit_number }) => unit_number)}</Names>
                      ) : (
                        '–'
                      )}
                      {failures.has(entry.provider_id) && (
                        <p class="wrong" role="alert">
                          {failures.get(entry.provider_id)}
                        </p>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          {mayWrite && left.length > 0 && (
            <p id="keys" class="hint">
              Enter matches the unit in focus and goes to the next entry; the arrow keys move between entries.
            </p>
          )}
        </>
      )}
    </section>
  );
}

/** Items of one batch. */
const BATCH = 5000;

/** Entries with a single suggestion that takes prices from no other id, and that no other entry has. */
function certainMatches(entries: UnmatchedEntry[]): Match[] {
  const single = entries.flatMap((entry) => {
    const [only, ...others] = entry.suggestions;
    if (!only || others.length > 0 || only.provider_id !== null) return [];
    return { entry, unit: { id: only.unit_id, number: only.unit_number }, before: null };
  });
  const uses = new Map<string, number>();
  for (const { unit } of single) uses.set(unit.id, (uses.get(unit.id) ?? 0) + 1);
  return single.filter(({ unit }) => uses.get(unit.id) === 1);
}

/** A unit, with the provider id that it has. */
interface Choice extends ChoosableUnit {
  before: string | null;
}

type Suggestion = Pick<UnmatchedEntry['suggestions'][number], 'unit_id' | 'unit_number' | 'provider_id'>;

const choiceOf = ({ unit_id: id, unit_number, provider_id: before }: Suggestion): Choice => ({
  id,
  number: unit_number,
  before,
  ...(before !== null && { note: `instead of ${before}` }),
});

/** Finds the units of the process with a number. They are read once, when somebody wants to type one. */
function useUnits(asset: string, process: string): (number: string) => Promise<Choice[]> {
  const { client } = session.value!;
  const wanted = useRef<Promise<PricingUnit[]>>(null);
  const read = () =>
    (wanted.current ??= client
      .listPricingUnits({ asset, process, perPage: 1000 })
      .all()
      .catch((error: unknown) => {
        wanted.current = null;
        throw error;
      }));
  return async (number) =>
    (await read())
      .filter(({ unit_number }) => unit_number.toLowerCase() === number.toLowerCase())
      .map(({ id, unit_number, provider_id }) => choiceOf({ unit_id: id, unit_number, provider_id }));
}
