import { useEffect, useState } from 'preact/hooks';
import type { Asset } from '@app/sdk';
import { type AssetState, byStaleness, type Feed, readAsset } from '../feeds.js';
import { ago, count, moment, number, percent, remaining } from '../format.js';
import { mapsPath, PATHS, processesPath, processPath, unitsPath } from '../routes.js';
import { may, session } from '../session.js';
import { Name } from './name.js';
import { Problem } from './problem.js';
import { Title } from './title.js';
import { useLoad } from './use-load.js';

/** Assets whose feeds are read together; a search finds the others. */
const SHOWN = 100;
const AT_ONCE = 4;

export function Assets() {
  const { client } = session.value!;
  const [text, setText] = useState('');
  const q = useDelayed(text.trim(), 250);
  const [progress, setProgress] = useState(0);
  const { data, error, isLoading, reload } = useLoad(q, async (signal) => {
    setProgress(0);
    const page = await client.listAssets({ perPage: SHOWN, total: true, ...(q && { q }) }, { signal });
    const states: AssetState[] = [];
    const waiting = [...page.data];
    const work = async () => {
      for (let asset = waiting.shift(); asset; asset = waiting.shift()) {
        states.push(await readAsset(client, asset, signal));
        setProgress(states.length / page.data.length);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return { states: states.sort(byStaleness), total: page.paging.total_count ?? states.length };
  });
  return (
    <section>
      <div class="head">
        <Title>Assets</Title>
        <input
          type="search"
          aria-label="Search assets by name or address"
          placeholder="Search"
          value={text}
          maxLength={200}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
        <button type="button" onClick={reload} disabled={isLoading}>
          Refresh
        </button>
      </div>
      <p class="summary" role="status">
        {data ? summaryOf(data) : error ? '' : 'Loading…'}
      </p>
      {isLoading && <progress aria-label="Feeds read" {...(progress > 0 && { value: progress })} />}
      {error !== undefined && <Problem error={error} retry={reload} />}
      {data?.total === 0 && q === '' && may('service.assets.create', true) && (
        <p>
          Next: <a href={PATHS.accounts}>create an account and a property</a>.
        </p>
      )}
      {data && data.states.length > 0 && (
        <table class="feeds">
          <thead>
            <tr>
              <th scope="col">Asset</th>
              <th scope="col" class="figure">
                Units
              </th>
              <th scope="col">Feed</th>
              <th scope="col">Last prices</th>
              <th scope="col" class="figure">
                Matched
              </th>
              <th scope="col">Transaction</th>
            </tr>
          </thead>
          {data.states.map((state) => (
            <AssetRows key={state.asset.id} state={state} />
          ))}
        </table>
      )}
    </section>
  );
}

function AssetRows({ state: { asset, units, feeds } }: { state: AssetState }) {
  const rows: (Feed | undefined)[] = feeds?.length ? feeds : [undefined];
  return (
    <tbody>
      {rows.map((feed, at) => (
        <tr key={feed?.process.id}>
          {at === 0 && (
            <>
              <th scope="rowgroup" rowSpan={rows.length}>
                <Name>{asset.name}</Name>
                <small>
                  <Name>{`${asset.address_city}, ${asset.address_state}`}</Name>
                </small>
                {may('service.unit-maps.read') && (
                  <small>
                    <a href={mapsPath(asset.id)}>Maps</a>
                  </small>
                )}
              </th>
              <td class="figure" rowSpan={rows.length} data-label="Units">
                {units === undefined ? (
                  '–'
                ) : (
                  <a href={unitsPath(asset.id)} aria-label={count(units, 'unit')}>
                    {number(units)}
                  </a>
                )}
              </td>
            </>
          )}
          {feed ? <FeedCells feed={feed} /> : <NoFeed asset={asset} isReadable={feeds !== undefined} />}
        </tr>
      ))}
    </tbody>
  );
}

const NoFeed = ({ asset, isReadable }: { asset: Asset; isReadable: boolean }) => (
  <td colSpan={4} class="muted">
    {!isReadable ? (
      'This key may not read prices'
    ) : may('service.pricing.manage', true) ? (
      <a href={processesPath(asset.id)} aria-label={`Add a pricing process to ${asset.name}`}>
        Add a pricing process
      </a>
    ) : (
      'No pricing process'
    )}
  </td>
);

function FeedCells({ feed: { process, publication, current, open, isOverdue } }: { feed: Feed }) {
  const { matched, unmatched } = publication?.totals ?? {};
  const entries = (matched ?? 0) + (unmatched ?? 0);
  return (
    <>
      <td data-label="Feed">
        <a href={processPath(process.asset_id, process.id)}>
          <Name>{process.name}</Name>
        </a>
      </td>
      <td data-label="Last prices">
        {current === undefined ? (
          <span class="muted">never</span>
        ) : (
          <time dateTime={current} title={moment(current)}>
            {ago(current)}
          </time>
        )}
        {isOverdue && <span class="tag bad">overdue</span>}
      </td>
      <td class="figure" data-label="Matched">
        {entries > 0 ? percent(matched ?? 0, entries) : '–'}
      </td>
      <td data-label="Transaction">
        {open ? (
          <span class="tag">
            open, {count(open.entry_count, 'entry', 'entries')}, {remaining(open.expires_in ?? 0)} left
          </span>
        ) : (
          <span class="muted">none open</span>
        )}
      </td>
    </>
  );
}

function summaryOf({ states, total }: { states: AssetState[]; total: number }): string {
  const feeds = states.flatMap((state) => state.feeds ?? []);
  const late = feeds.filter(({ isOverdue }) => isOverdue).length;
  const shown =
    states.length < total ? `The first ${number(states.length)} of ${count(total, 'asset')}` : count(total, 'asset');
  const state = may('service.pricing.read') ? `, ${count(feeds.length, 'feed')}, ${number(late)} overdue` : '';
  return `${shown}${state}${states.length > 1 ? '. Stale feeds come first.' : '.'}`;
}

function useDelayed<T>(value: T, delay: number): T {
  const [delayed, setDelayed] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(value), delay);
    return () => clearTimeout(timer);
  }, [value]);
  return delayed;
}
