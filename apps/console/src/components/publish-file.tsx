import { useMemo, useState } from 'preact/hooks';
import { type Ingest, isApiError, type PublicationChange } from '@app/sdk';
import { count, number } from '../format.js';
import {
  type Columns,
  columnsOf,
  DATES,
  entriesOf,
  type Field as FieldName,
  FIELDS,
  type Format,
  missingIn,
  readPriceFile,
  type PriceFile,
  type Read,
} from '../price-file.js';
import { processPath } from '../routes.js';
import { session } from '../session.js';
import { ChangesTable } from './changes-table.js';
import { Field } from './field.js';
import { Name, Names } from './name.js';
import { Panel } from './panel.js';
import { Problem } from './problem.js';
import { useAttempt } from './use-attempt.js';
import { useLoad } from './use-load.js';

interface Props {
  of: { asset: string; process: string };
  file: File;
  /** tells what was published */
  done(said: string): void;
  close(): void;
}

/** Errors and issues that are listed. */
const LISTED = 20;
/** Large files take long to compare. */
const LONG_REQUEST = { timeout: 120_000 };

/** Publishes the prices in a file, after it has shown what they would change. */
export function PublishFile(props: Props) {
  const { file, close } = props;
  const { data, error } = useLoad('file', () => readPriceFile(file));
  return (
    <Panel label="Publish a file" close={close}>
      <h2>
        <Name>{file.name}</Name>
      </h2>
      {!data && error === undefined && <progress aria-label="The file is read" />}
      {error !== undefined && <Problem error={error} />}
      {data && 'entries' in data && (
        <Publish {...props} read={{ entries: data.entries, lines: data.entries.map((_, at) => at + 1), errors: [] }} />
      )}
      {data && 'header' in data && <Mapped {...props} table={data} />}
      {!data && (
        <button type="button" onClick={close}>
          Cancel
        </button>
      )}
    </Panel>
  );
}

type Table = Extract<PriceFile, { header: string[] }>;

/** Which column is which field, and how dates and numbers are written. */
function Mapped({ table, ...props }: Props & { table: Table }) {
  const [columns, setColumns] = useState<Columns>(() => columnsOf(table.header));
  const [format, setFormat] = useState<Format>({ date: 'YYYY-MM-DD', decimal: '.' });
  const read = useMemo(() => entriesOf(table.rows, columns, format), [table, columns, format]);
  const missing = missingIn(columns);
  const choose = (field: FieldName, at: string) => {
    const { [field]: _, ...others } = columns;
    setColumns(at === '' ? others : { ...others, [field]: Number(at) });
  };
  return (
    <>
      <fieldset class="columns">
        <legend>Columns of the file</legend>
        {(Object.keys(FIELDS) as FieldName[]).map((field) => (
          <Field key={field} label={FIELDS[field].label}>
            {(control) => (
              <select
                {...control}
                value={columns[field] ?? ''}
                onChange={({ currentTarget }) => choose(field, currentTarget.value)}
              >
                <option value="">{FIELDS[field].isRequired ? 'Choose…' : 'None'}</option>
                {table.header.map((name, at) => (
                  <option key={at} value={at}>
                    {name.slice(0, 60) || `Column ${at + 1}`}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ))}
        <Field label="Dates">
          {(control) => (
            <select
              {...control}
              value={format.date}
              onChange={({ currentTarget }) => setFormat({ ...format, date: currentTarget.value as Format['date'] })}
            >
              {DATES.map((date) => (
                <option key={date}>{date}</option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Amounts">
          {(control) => (
            <select
              {...control}
              value={format.decimal}
              onChange={({ currentTarget }) =>
                setFormat({ ...format, decimal: currentTarget.value as Format['decimal'] })
              }
            >
              <option value=".">1,850.00</option>
              <option value=",">1.850,00</option>
            </select>
          )}
        </Field>
      </fieldset>
      {table.hidden > 0 && <p class="muted">{count(table.hidden, 'hidden row is', 'hidden rows are')} left out.</p>}
      {missing.length > 0 ? (
        <>
          <p role="status">Choose a column for: {missing.join(', ')}.</p>
          <button type="button" onClick={props.close}>
            Cancel
          </button>
        </>
      ) : (
        <Publish key={JSON.stringify([columns, format])} {...props} read={read} />
      )}
    </>
  );
}

function Publish({ of, read, done, close }: Props & { read: Read }) {
  const { client } = session.value!;
  const { entries, lines, errors } = read;
  const [overrides, setOverrides] = useState(false);
  const step = useAttempt();
  const request = { ...of, commit: true, body: entries };
  const { data, error, isLoading, reload } = useLoad('preview', async (signal) => ({
    report:
      errors.length > 0
        ? undefined
        : (await client.openPricingTransactionAndSendData({ ...request, dryRun: true }, { ...LONG_REQUEST, signal }))
            .report,
  }));
  const report = data?.report;
  const isRefused = report?.guard?.outcome === 'refused';
  const publish = () =>
    step.attempt(async () => {
      const { report: made } = await client.openPricingTransactionAndSendData(
        { ...request, ...(overrides && { override: 'guard' as const }) },
        { ...LONG_REQUEST, ifMatch: `"${report!.compared_with ?? 0}"` },
      );
      done(
        made.outcome === 'unchanged'
          ? `The file confirms publication ${made.publication}.`
          : `Publication ${made.publication} is live.`,
      );
    });
  const again = () => {
    step.forget();
    reload();
  };
  const isStale = isApiError(step.error, 'publication_replaced');
  return (
    <>
      {errors.length > 0 && (
        <Faults
          title={`${count(errors.length, 'cell cannot', 'cells cannot')} be read. Nothing is sent.`}
          faults={errors}
        />
      )}
      {isLoading && errors.length === 0 && <progress aria-label="The prices are compared" />}
      {error !== undefined && <Rejected error={error} lines={lines} retry={reload} />}
      {report && <Report report={report} lines={lines} path={processPath(of.asset, of.process)} />}
      {isRefused && (
        <label class="check">
          <input
            type="checkbox"
            checked={overrides}
            onChange={({ currentTarget }) => setOverrides(currentTarget.checked)}
          />{' '}
          Publish although the guard refuses it
        </label>
      )}
      {step.error !== undefined && (
        <Problem
          error={isStale ? new Error('Other prices were published meanwhile. Nothing was done.') : step.error}
          {...(isStale && { retry: again })}
        />
      )}
      {step.isBusy && <progress aria-label="The prices are published" />}
      <div class="row">
        <button
          type="button"
          class="primary"
          disabled={!report || isLoading || step.isBusy || isStale || (isRefused && !overrides)}
          onClick={() => void publish()}
        >
          Publish {count(entries.length, 'entry', 'entries')}
        </button>
        <button type="button" onClick={close} disabled={step.isBusy}>
          Cancel
        </button>
      </div>
    </>
  );
}

/** Why the service takes none of the entries. */
function Rejected({ error, lines, retry }: { error: unknown; lines: number[]; retry(): void }) {
  if (!isApiError(error, 'invalid') || !error.details) return <Problem error={error} retry={retry} />;
  const faults = error.details.issues.map(
    ({ index, field, message }) => `Row ${lines[index] ?? index + 1}: ${field === null ? '' : `${field} `}${message}`,
  );
  return <Faults title={`${count(faults.length, 'fault', 'faults')}. Nothing is sent.`} faults={faults} />;
}

function Faults({ title, faults }: { title: string; faults: string[] }) {
  return (
    <div class="wrong" role="alert">
      <p>
        <b>{title}</b>
      </p>
      {faults.slice(0, LISTED).map((fault, at) => (
        <p key={at}>{fault}</p>
      ))}
      {faults.length > LISTED && <p>The first {LISTED} are listed.</p>}
    </div>
  );
}

type ReportOf = Ingest['report'];

const WARNINGS: Record<ReportOf['warnings'][number], string | undefined> = {
  no_prices_left: 'No unit would have a price.',
  unmatched_entries: undefined, // the counts say it
  duplicate_entries: 'Some entries are equal to others.',
  repeated_prices: 'Some units have several prices for the same term and start.',
  past_lease_starts: 'Some leases start in the past.',
  unmapped_statuses: 'Some status words have no meaning for visitors yet.',
};

/** What publishing would change. */
function Report({ report, lines, path }: { report: ReportOf; lines: number[]; path: string }) {
  const { totals, warnings, issues = [], guard, outcome } = report;
  const changes = changesOf(report);
  const changed = changes.length > 0;
  const lost = totals.units_losing_prices ?? 0;
  return (
    <>
      <div role="status">
        <p>
          {number(totals.matched ?? 0)} of {count(totals.received ?? 0, 'entry matches', 'entries match')} a unit.{' '}
          {outcome === 'unchanged'
            ? 'These are the published prices: nothing would change.'
            : `Added ${number(totals.added ?? 0)}, removed ${number(totals.removed ?? 0)}, dearer ${number(totals.price_up ?? 0)}, cheaper ${number(totals.price_down ?? 0)}.`}{' '}
          Afterwards {count(totals.units_priced ?? 0, 'unit has', 'units have')} a price.
        </p>
        {lost > 0 && <p class="wrong">{count(lost, 'unit loses its price', 'units lose their price')}.</p>}
        {guard?.outcome === 'refused' && <p class="wrong">The guard of the process refuses this change.</p>}
        {warnings.map((warning) => WARNINGS[warning] && <p key={warning}>{WARNINGS[warning]}</p>)}
      </div>
      {issues.length > 0 && (
        <details>
          <summary>{count(issues.length, 'entry', 'entries')} to look at</summary>
          <ul>
            {issues.map(({ index, message, provider_id, suggestions = [] }, at) => (
              <li key={at}>
                {index !== null && `Row ${lines[index] ?? index + 1}: `}
                <Name>{provider_id}</Name> {message}
                {suggestions.length > 0 && (
                  <small>
                    It may mean <Names>{suggestions.map(({ unit_number }) => unit_number)}</Names>.
                  </small>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
      {changed && (
        <details>
          <summary>The first changes of each kind</summary>
          <ChangesTable changes={changes} path={path} />
        </details>
      )}
    </>
  );
}

function changesOf({ changes = {} }: ReportOf): PublicationChange[] {
  return Object.entries(changes).flatMap(([kind, list]) =>
    list.map((change) => ({ ...change, kind }) as PublicationChange),
  );
}
