import type { ComponentChildren } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { count, number } from '../format.js';
import { type Change, changesOf, countsOf, type Home, type Line, Matcher } from '../match-list.js';
import { type List, readList } from '../read-list.js';
import { session } from '../session.js';
import { Field } from './field.js';
import { Name, named } from './name.js';
import { Panel } from './panel.js';
import { failure, Problem } from './problem.js';
import { leaveRow, moveBetweenRows, UnitChoices } from './unit-choices.js';
import { useAttempt } from './use-attempt.js';

/** Rows that are drawn at once. */
const DRAWN = 100;
/** Items of one batch. */
const BATCH = 5000;

interface Props {
  of: { asset: string; group: string };
  homes: Home[];
  /** the ids that units have, by unit */
  current: ReadonlyMap<string, string>;
  /** reads them again */
  read(): Promise<ReadonlyMap<string, string>>;
  changed(): void;
  close(): void;
}

interface Step {
  line: number;
  home: Home | undefined;
}

/** Ids of a list, matched with units: certain ones by themselves, the others by choice. Nothing is stored before it is shown. */
export function MatchList({ of, homes, current, read, changed, close }: Props) {
  const { client } = session.value!;
  const { isBusy, error, attempt, forget } = useAttempt();
  const [list, setList] = useState<List>({ rows: [], errors: [] });
  const [steps, setSteps] = useState<Step[][]>([]);
  const [failures, setFailures] = useState<ReadonlyMap<number, ComponentChildren>>(new Map());
  const [saved, setSaved] = useState<Change[]>();
  const [progress, setProgress] = useState(0);
  const [said, setSaid] = useState<ComponentChildren>();
  const table = useRef<HTMLTableElement>(null);
  const matcher = useMemo(() => new Matcher(homes), [homes]);
  const lines = useMemo(() => (list.errors.length > 0 ? [] : matcher.match(list.rows)), [list, matcher]);
  const byId = useMemo(() => new Map(homes.map((home) => [home.id, home])), [homes]);
  const chosen = new Map(steps.flat().map(({ line, home }) => [line, home]));
  const homeOf = ({ line, home }: Line) => (chosen.has(line) ? chosen.get(line) : home);
  const decided = lines.filter(homeOf);
  const left = lines.filter((line) => !homeOf(line));
  const holders = new Map(decided.map((line) => [homeOf(line)!.id, line]));
  const changes = changesOf(new Map(decided.map((line) => [homeOf(line)!.id, line.id])), current);
  const single = onlySuggestions(left, holders, decided);

  const start = (text: string) => {
    forget();
    setList(readList(text));
    setSteps([]);
    setFailures(new Map());
    setSaved(undefined);
    setSaid('');
  };
  const choose = (line: Line, home: Home, place: Element) => {
    const holder = holders.get(home.id);
    const other = decided.find(({ id }) => id === line.id);
    const refusal = holder
      ? named`Unit ${home.number} already gets the id ${holder.id} of this list.`
      : other && named`This id already goes to unit ${homeOf(other)!.number}.`;
    setFailures((before) => new Map([...before].filter(([at]) => at !== line.line)));
    if (refusal) return setFailures((before) => new Map(before).set(line.line, refusal));
    leaveRow(place, table.current);
    setSteps((before) => [...before, [{ line: line.line, home }]]);
    setSaid(named`${line.id} is unit ${home.number}.`);
  };
  const undo = () => {
    setSaid(`Undone: ${count(steps.at(-1)!.length, 'choice')}.`);
    setSteps((before) => before.slice(0, -1));
  };

  /** Stores changes, unless somebody else has changed one of the ids. Some may be stored already, as after a lost answer. */
  const store = async (wanted: Change[]) => {
    const now = await read();
    const open = wanted.filter(({ unit, after }) => (now.get(unit) ?? null) !== after);
    const torn = open.find(({ unit, before }) => (now.get(unit) ?? null) !== before);
    if (torn) {
      changed();
      const [is, was] = [now.get(torn.unit) ?? 'none', torn.before ?? 'none'];
      const number = byId.get(torn.unit)?.number ?? torn.unit;
      throw open.length === wanted.length
        ? failure`Changed by somebody else: unit ${number} now has the id ${is}, not ${was}. Nothing was stored.`
        : failure`Changed by somebody else: unit ${number} now has the id ${is}, not ${was}.`;
    }
    const data = open.map(({ unit, after }) => ({ unit_id: unit, value: after }));
    for (let at = 0; at < data.length; at += BATCH) {
      setProgress(at / data.length);
      await client.updateUnitReferences({ ...of, body: { data: data.slice(at, at + BATCH) } });
    }
    changed();
  };
  const save = () =>
    attempt(async () => {
      await store(changes);
      setSaved(changes);
      setSaid(`Saved: ${summaryOf(changes)}.`);
    });
  const takeBack = () =>
    attempt(async () => {
      await store(saved!.map(({ unit, before, after }) => ({ unit, before: after, after: before })));
      setSaved(undefined);
      setSaid('Undone: the ids are as they were.');
    });

  return (
    <Panel label="Match a list" close={close}>
      <Source start={start} isBusy={isBusy} />
      {list.errors.length > 0 && (
        <div class="wrong" role="alert">
          {list.errors.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
      <div class="row">
        <p role="status" class="grow">
          {lines.length > 0 && `${count(decided.length, 'line')} matched, ${number(left.length)} to decide.`} {said}
        </p>
        {steps.length > 0 && !saved && (
          <button type="button" onClick={undo} disabled={isBusy}>
            Undo the last {steps.at(-1)!.length === 1 ? 'choice' : `${number(steps.at(-1)!.length)} choices`}
          </button>
        )}
        {single.length > 0 && (
          <button type="button" disabled={isBusy} onClick={() => setSteps((before) => [...before, single])}>
            Choose the only suggestion for {count(single.length, 'line')}
          </button>
        )}
      </div>
      {left.length > 0 && (
        <>
          <table ref={table} onKeyDown={moveBetweenRows} aria-label="To decide" aria-describedby="keys">
            <thead>
              <tr>
                <th scope="col">Id</th>
                <th scope="col">Number</th>
                <th scope="col">Floor plan</th>
                <th scope="col">Unit that it may mean</th>
              </tr>
            </thead>
            <tbody>
              {left.slice(0, DRAWN).map((line) => (
                <tr key={line.line}>
                  <th scope="row">
                    <Name>{line.id}</Name>
                    <small>{line.home ? 'you have taken it back' : line.reason}</small>
                  </th>
                  <td data-label="Number">
                    <Name>{[line.number, line.building].filter(Boolean).join(' · ')}</Name>
                  </td>
                  <td data-label="Floor plan">
                    <Name>{line.plan || '–'}</Name>
                  </td>
                  <td data-label="Unit">
                    <UnitChoices
                      label={`Number of the unit for ${line.id}`}
                      suggestions={suggestionsFor(line, matcher)}
                      find={matcher.withNumber}
                      choose={(home, place) => choose(line, home, place)}
                    />
                    {failures.has(line.line) && (
                      <p class="wrong" role="alert">
                        {failures.get(line.line)}
                      </p>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
          <p id="keys" class="hint">
            Enter chooses the unit in focus and goes to the next line; the arrow keys move between lines.
            {left.length > DRAWN && ` The first ${DRAWN} lines are shown.`} Lines that you do not decide are left out.
          </p>
        </>
      )}
      {decided.length > 0 && !saved && (
        <Changes
          changes={changes}
          same={decided.length - changes.filter(({ after }) => after !== null).length}
          byId={byId}
          takeOut={(unit) => setSteps((before) => [...before, [{ line: holders.get(unit)!.line, home: undefined }]])}
        />
      )}
      {error !== undefined && <Problem error={error} />}
      <div class="row">
        {saved ? (
          <button type="button" disabled={isBusy} onClick={() => void takeBack()}>
            Undo what was saved
          </button>
        ) : (
          <button type="button" class="primary" disabled={isBusy || changes.length === 0} onClick={() => void save()}>
            {changes.length > 0 ? `Save: ${summaryOf(changes)}` : 'Save'}
          </button>
        )}
        <button type="button" onClick={close} disabled={isBusy}>
          {saved ? 'Close' : 'Cancel'}
        </button>
      </div>
      {isBusy && <progress aria-label="Ids are stored" {...(progress > 0 && { value: progress })} />}
    </Panel>
  );
}

/** The list, pasted or from a file. */
function Source({ start, isBusy }: { start(text: string): void; isBusy: boolean }) {
  const [text, setText] = useState('');
  const take = (taken: string) => {
    setText(taken.length > SHOWN_TEXT ? '' : taken);
    start(taken);
  };
  return (
    <>
      <Field
        label="List of the system"
        hint="Rows with a first row of names: id and number, and if you have them building and floor plan. Copied from a spreadsheet, or CSV."
      >
        {(control) => (
          <textarea
            {...control}
            rows={5}
            spellcheck={false}
            disabled={isBusy}
            value={text}
            onInput={({ currentTarget }) => take(currentTarget.value)}
          />
        )}
      </Field>
      <Field label="Or a file">
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,.tsv,.txt,text/csv,text/plain"
            disabled={isBusy}
            onChange={({ currentTarget }) => void currentTarget.files?.[0]?.text().then(take)}
          />
        )}
      </Field>
    </>
  );
}

/** Longer lists make the field slow. */
const SHOWN_TEXT = 100_000;

interface ChangesProps {
  changes: Change[];
  /** lines whose unit has the id already */
  same: number;
  byId: ReadonlyMap<string, Home>;
  takeOut(unit: string): void;
}

function Changes({ changes, same, byId, takeOut }: ChangesProps) {
  return (
    <>
      <h2>What changes</h2>
      <p class="muted">
        {changes.length === 0 ? 'Nothing.' : `${summaryOf(changes)}.`}{' '}
        {same > 0 && `${count(same, 'unit has its', 'units have their')} id already.`} All other units keep what they
        have.
      </p>
      {changes.length > 0 && (
        <table aria-label="What changes">
          <thead>
            <tr>
              <th scope="col">Unit</th>
              <th scope="col">Id</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {changes.slice(0, DRAWN).map(({ unit, before, after }) => (
              <tr key={unit}>
                <th scope="row">
                  <Name>{byId.get(unit)!.number}</Name>
                  <small>
                    <Name>{byId.get(unit)!.note}</Name>
                  </small>
                </th>
                <td data-label="Id">
                  {before !== null && <del>{before}</del>} {after === null ? 'none' : <ins>{after}</ins>}
                </td>
                <td class="steps">
                  {after !== null && (
                    <button type="button" aria-label={`Take back ${after}`} onClick={() => takeOut(unit)}>
                      Take back
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {changes.length > DRAWN && <p class="hint">The first {DRAWN} are shown.</p>}
    </>
  );
}

function suggestionsFor(line: Line, matcher: Matcher): Home[] {
  if (line.home) return [line.home];
  return line.suggestions.length > 0 ? line.suggestions : matcher.similarTo(line);
}

/** Lines with a single unit of their number that no other line has, and whose id no other line has. */
function onlySuggestions(left: Line[], holders: ReadonlyMap<string, Line>, decided: Line[]): Step[] {
  const ids = countsOf([...left, ...decided].map(({ id }) => id));
  const single = left.flatMap(({ line, id, home, suggestions: [only, ...others] }) =>
    home || !only || others.length > 0 || holders.has(only.id) || ids.get(id)! > 1 ? [] : [{ line, home: only }],
  );
  const claims = countsOf(single.map(({ home }) => home.id));
  return single.filter(({ home }) => claims.get(home.id) === 1);
}

function summaryOf(changes: Change[]): string {
  const kinds = [
    { many: changes.filter(({ before }) => before === null).length, what: 'new' },
    { many: changes.filter(({ before, after }) => before !== null && after !== null).length, what: 'changed' },
    { many: changes.filter(({ after }) => after === null).length, what: 'removed' },
  ];
  return kinds
    .filter(({ many }) => many > 0)
    .map(({ many, what }) => `${number(many)} ${what}`)
    .join(', ');
}
