import { useLocation, useRoute } from 'preact-iso';
import { useMemo, useState } from 'preact/hooks';
import { count, moment, number } from '../format.js';
import { ALL, type Figure, type PriceSeries, readPrices } from '../price-series.js';
import { processPath, unitPricesPath } from '../routes.js';
import { session } from '../session.js';
import { CopyTable } from './copy-table.js';
import { FindUnit } from './find-unit.js';
import { Plot } from './plot.js';
import { Problem } from './problem.js';
import { ProcessHead } from './process-head.js';
import { useLoad } from './use-load.js';

/** The range and the median of the prices of a process over time, of all units or those of a floor plan. */
export function PriceChart() {
  const { asset = '', process = '' } = useRoute().params;
  const { client } = session.value!;
  const { route } = useLocation();
  const [share, setShare] = useState(0);
  const { data, error, isLoading, reload } = useLoad(`${asset} ${process}`, (signal) =>
    readPrices(client, { asset, process }, signal, setShare),
  );
  return (
    <section>
      <ProcessHead asset={asset} process={process} tab="chart" />
      {error !== undefined && <Problem error={error} retry={reload} />}
      {isLoading && !data && <progress aria-label="Publications are read" value={share} />}
      {data && data.snapshots.length === 0 && <p class="muted">No prices have been published.</p>}
      {data && data.snapshots.length > 0 && (
        <>
          <FindUnit
            asset={asset}
            process={process}
            label="History of unit"
            found={({ id }) => route(unitPricesPath(asset, process, id))}
          />
          <Series series={data} path={processPath(asset, process)} />
        </>
      )}
    </section>
  );
}

const HEAD = ['publication', 'published at', 'floor plan', 'lowest', 'median', 'highest', 'units with a price'];

function Series({ series, path }: { series: PriceSeries; path: string }) {
  const { snapshots, plans, published } = series;
  const [plan, setPlan] = useState(ALL);
  const name = plans.find(({ id }) => id === plan)?.name;
  const { times, lines } = useMemo(() => {
    const values = (field: keyof Figure) => snapshots.map(({ figures }) => figures.get(plan)?.[field] ?? null);
    return {
      times: snapshots.map(({ at }) => at),
      lines: [
        { label: 'Highest', values: values('highest') },
        { label: 'Median', values: values('median'), isMain: true },
        { label: 'Lowest', values: values('lowest') },
      ],
    };
  }, [series, plan]);
  const rows = snapshots.flatMap(({ publication, at, figures }) =>
    [{ id: ALL, name: 'all' }, ...plans].flatMap(({ id, name: of }) => {
      const figure = figures.get(id);
      return figure ? [[publication, at, of, figure.lowest, figure.median, figure.highest, figure.units]] : [];
    }),
  );
  return (
    <>
      {plans.length > 0 && (
        <div class="row">
          <label for="floor-plan">Floor plan</label>
          <select id="floor-plan" value={plan} onChange={({ currentTarget }) => setPlan(currentTarget.value)}>
            <option value={ALL}>All</option>
            {plans.map(({ id, name: text }) => (
              <option key={id} value={id}>
                {text.slice(0, 60)}
              </option>
            ))}
          </select>
        </div>
      )}
      <Plot title={`Prices of ${name?.slice(0, 60) ?? 'all units'}: range and median`} times={times} lines={lines} />
      <table>
        <thead>
          <tr>
            <th scope="col">Published</th>
            <th scope="col" class="figure">
              Lowest
            </th>
            <th scope="col" class="figure">
              Median
            </th>
            <th scope="col" class="figure">
              Highest
            </th>
            <th scope="col" class="figure">
              Units with a price
            </th>
          </tr>
        </thead>
        <tbody>
          {snapshots.toReversed().map(({ publication, at, figures }) => {
            const figure = figures.get(plan);
            return (
              <tr key={publication}>
                <th scope="row">
                  <a href={`${path}/publications/${publication}`}>Publication {publication}</a>
                  <small>
                    <time dateTime={at}>{moment(at)}</time>
                  </small>
                </th>
                <Amount label="Lowest" value={figure?.lowest} />
                <Amount label="Median" value={figure?.median} />
                <Amount label="Highest" value={figure?.highest} />
                <Amount label="Units" value={figure?.units ?? 0} />
              </tr>
            );
          })}
        </tbody>
      </table>
      <div class="row after">
        {snapshots.length < published && (
          <p class="muted">
            {number(snapshots.length)} of the latest {count(published, 'publication')}, evenly spread.
          </p>
        )}
        <CopyTable head={HEAD} rows={rows} />
      </div>
    </>
  );
}

function Amount({ label, value }: { label: string; value: number | undefined }) {
  return (
    <td class="figure" data-label={label}>
      {value === undefined ? '–' : number(value)}
    </td>
  );
}
