import { useRoute } from 'preact-iso';
import { useEffect, useState } from 'preact/hooks';
import type { PricingTransaction, Publication } from '@app/sdk';
import { readFeed } from '../feeds.js';
import { ago, count, moment, number, percent, remaining } from '../format.js';
import { processPath } from '../routes.js';
import { may, session } from '../session.js';
import { Field } from './field.js';
import { onDemand } from './on-demand.js';
import { ProcessHead } from './process-head.js';
import { Problem } from './problem.js';
import { useLoad } from './use-load.js';

type Delivery = { time: string; publication?: Publication; transaction?: PricingTransaction };

const PublishFile = onDemand(async () => (await import('./publish-file.js')).PublishFile);

/** Deliveries that are read together. */
const LATEST = 100;

export function Prices() {
  const { asset = '', process = '' } = useRoute().params;
  const { client } = session.value!;
  const { data, error, isLoading, reload } = useLoad(`${asset} ${process}`, async (signal) => {
    const of = { asset, process };
    const [read, publications, transactions] = await Promise.all([
      client.viewPricingProcess(of, { signal }),
      client.listPublications({ ...of, perPage: LATEST }, { signal }),
      client.listTransactions({ ...of, perPage: LATEST }, { signal }),
    ]);
    const feed = await readFeed(client, read, signal);
    return { feed, deliveries: deliveriesOf(publications.data, transactions.data) };
  });
  return (
    <section>
      <ProcessHead asset={asset} process={process} tab="deliveries" />
      {error !== undefined && <Problem error={error} retry={reload} />}
      {isLoading && !data && <progress aria-label="Loading" />}
      {data && (
        <>
          <p class="summary" role="status">
            {data.feed.current === undefined
              ? 'No prices have been published.'
              : `Last prices ${ago(data.feed.current)}.`}
            {data.feed.isOverdue && ' They are overdue.'}
            {data.feed.open &&
              ` A transaction with ${count(data.feed.open.entry_count, 'entry', 'entries')} is open for ${remaining(data.feed.open.expires_in ?? 0)} more.`}
          </p>
          {may('service.pricing.create-entries', true) && <FromFile of={{ asset, process }} published={reload} />}
          {data.deliveries.length > 0 && <Deliveries asset={asset} process={process} deliveries={data.deliveries} />}
        </>
      )}
    </section>
  );
}

/** Prices from a file that is chosen, or dropped anywhere on the page. */
function FromFile({ of, published }: { of: { asset: string; process: string }; published(): void }) {
  const [chosen, setChosen] = useState<{ file: File; turn: number }>();
  const [said, setSaid] = useState('');
  const choose = (file: File | undefined) => {
    if (!file) return;
    setSaid('');
    setChosen((before) => ({ file, turn: (before?.turn ?? 0) + 1 }));
  };
  const isOver = useDroppedFile(choose);
  const done = (text: string) => {
    setChosen(undefined);
    setSaid(text);
    published();
  };
  if (chosen)
    return <PublishFile key={chosen.turn} of={of} file={chosen.file} done={done} close={() => setChosen(undefined)} />;
  return (
    <div class={`drop ${isOver ? 'over' : ''}`}>
      <Field
        label="Publish a file"
        hint="CSV, XLSX or JSON; you can drop it on this page. It first shows what would change."
      >
        {(control) => (
          <input
            {...control}
            type="file"
            accept=".csv,.tsv,.txt,.xlsx,.json"
            onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
          />
        )}
      </Field>
      <p role="status">{said}</p>
    </div>
  );
}

/** @returns whether a file is over the page */
function useDroppedFile(take: (file: File | undefined) => void): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const on = (type: 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void) =>
      document.addEventListener(
        type,
        (event) => {
          if (!event.dataTransfer?.types.includes('Files')) return;
          event.preventDefault();
          act(event);
        },
        { signal: stop.signal },
      );
    on('dragover', () => setOver(true));
    on('dragleave', ({ relatedTarget }) => setOver(relatedTarget !== null));
    on('drop', ({ dataTransfer }) => {
      setOver(false);
      take(dataTransfer!.files[0]);
    });
    return () => stop.abort();
  }, []);
  return isOver;
}

/** Publications, and the transactions that published nothing, the latest first. */
function deliveriesOf(publications: Publication[], transactions: PricingTransaction[]): Delivery[] {
  const published = new Set(publications.map(({ transaction_id }) => transaction_id));
  return [
    ...publications.map((publication) => ({ time: publication.published_at, publication })),
    ...transactions
      .filter(({ id }) => !published.has(id))
      .map((transaction) => ({ time: transaction.ended_at ?? transaction.created_at, transaction })),
  ].sort((a, b) => b.time.localeCompare(a.time));
}

function Deliveries({ asset, process, deliveries }: { asset: string; process: string; deliveries: Delivery[] }) {
  const live = deliveries.find(({ publication }) => publication)?.publication?.number;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Delivery</th>
          <th scope="col">Result</th>
          <th scope="col">By</th>
          <th scope="col" class="figure">
            Entries
          </th>
          <th scope="col" class="figure">
            Matched
          </th>
          <th scope="col">Changes</th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map(({ time, publication, transaction }) => {
          const totals = publication?.totals ?? transaction?.report ?? {};
          const entries = (totals['matched'] ?? 0) + (totals['unmatched'] ?? 0);
          return (
            <tr key={publication ? `p${publication.number}` : `t${transaction!.id}`}>
              <th scope="row">
                <time dateTime={time} title={ago(time)}>
                  {moment(time)}
                </time>
              </th>
              <td data-label="Result">
                {publication ? (
                  <>
                    <a href={`${processPath(asset, process)}/publications/${publication.number}`}>
                      Publication {publication.number}
                    </a>
                    {publication.number === live && <span class="tag good">live</span>}
                    {publication.restored_from !== null && <small>restored from {publication.restored_from}</small>}
                  </>
                ) : (
                  <Outcome transaction={transaction!} />
                )}
              </td>
              <td data-label="By">{publication ? actorOf(publication) : <span class="muted">–</span>}</td>
              <td class="figure" data-label="Entries">
                {number(publication?.entry_count ?? transaction!.entry_count)}
              </td>
              <td class="figure" data-label="Matched">
                {entries > 0 ? percent(totals['matched'] ?? 0, entries) : '–'}
              </td>
              <td data-label="Changes">
                <Changes totals={totals} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Outcome({ transaction: { status, guard, publication } }: { transaction: PricingTransaction }) {
  if (guard === 'refused') return <span class="tag bad">refused by the guard</span>;
  if (status === 'pending') return <span class="tag">open</span>;
  if (status === 'expired') return <span class="muted">expired or aborted</span>;
  return <span class="muted">{publication === null ? 'nothing sent' : `unchanged since ${publication}`}</span>;
}

const actorOf = ({ actor, key_id }: Publication): string => (actor === 'key' ? `Key ${key_id}` : actor);

const SIGNS: [total: string, text: string][] = [
  ['added', 'added'],
  ['removed', 'removed'],
  ['price_up', 'dearer'],
  ['price_down', 'cheaper'],
];

function Changes({ totals }: { totals: Record<string, number | undefined> }) {
  const parts = SIGNS.flatMap(([name, text]) => (totals[name] ? `${number(totals[name])} ${text}` : []));
  return parts.length > 0 ? <>{parts.join(', ')}</> : <span class="muted">none</span>;
}
