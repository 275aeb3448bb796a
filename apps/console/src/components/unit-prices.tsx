import { useRoute } from 'preact-iso';
import { useMemo } from 'preact/hooks';
import type { PricingUnitState } from '@app/sdk';
import { moment, number } from '../format.js';
import { processPath } from '../routes.js';
import { session } from '../session.js';
import { CopyTable } from './copy-table.js';
import { Name } from './name.js';
import { Plot } from './plot.js';
import { Problem } from './problem.js';
import { ProcessHead } from './process-head.js';
import { useLoad } from './use-load.js';

/** What readers saw of a unit: each change of its price, availability, status and special. */
export function UnitPrices() {
  const { asset = '', process = '', unit = '' } = useRoute().params;
  const { client } = session.value!;
  const of = { asset, process, unit };
  const { data, error, isLoading, reload } = useLoad(`${asset} ${process} ${unit}`, async (signal) => {
    const [viewed, states] = await Promise.all([
      client.viewPricingUnit(of, { signal }),
      client.listPricingUnitHistory({ ...of, perPage: 1000 }, { signal }).all(),
    ]);
    return { viewed, states };
  });
  return (
    <section>
      <ProcessHead asset={asset} process={process} />
      {error !== undefined && <Problem error={error} retry={reload} />}
      {isLoading && !data && <progress aria-label="Loading" />}
      {data && (
        <>
          <h2>
            Unit <Name>{data.viewed.unit_number}</Name>
          </h2>
          {data.states.length === 0 ? (
            <p class="muted">It has not been shown yet.</p>
          ) : (
            <History number={data.viewed.unit_number} states={data.states} path={processPath(asset, process)} />
          )}
        </>
      )}
    </section>
  );
}

const HEAD = ['from', 'to', 'publication', 'price', 'full price', 'price shown', 'available', 'status', 'special'];

const rowOf = (state: PricingUnitState) => [
  state.from,
  state.to,
  state.publication,
  state.price,
  state.full_price,
  state.show_pricing ? 'yes' : 'no',
  state.available_on,
  state.status,
  state.specials_description,
];

function History({ number: of, states, path }: { number: string; states: PricingUnitState[]; path: string }) {
  const { times, lines } = useMemo(() => {
    // When something began before the history does is not known.
    const known = states.toReversed().flatMap(({ from, price }) => (from === null ? [] : [{ from, price }]));
    return {
      times: known.map(({ from }) => from),
      lines: [{ label: 'Price', values: known.map(({ price }) => price), isMain: true }],
    };
  }, [states]);
  return (
    <>
      {lines[0]!.values.some((price) => price !== null) && (
        <Plot title={`Price of unit ${of.slice(0, 60)}`} times={times} lines={lines} />
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">Since</th>
            <th scope="col">By</th>
            <th scope="col" class="figure">
              Price
            </th>
            <th scope="col">Available</th>
            <th scope="col">Status</th>
            <th scope="col">Special</th>
          </tr>
        </thead>
        <tbody>
          {states.map((state, at) => (
            <tr key={at}>
              <th scope="row">
                {state.from === null ? 'The beginning' : <time dateTime={state.from}>{moment(state.from)}</time>}
                {state.to === null && <span class="tag good">now</span>}
              </th>
              <td data-label="By">
                {state.publication === null ? (
                  <span class="muted">–</span>
                ) : (
                  <a href={`${path}/publications/${state.publication}`}>Publication {state.publication}</a>
                )}
              </td>
              <td class="figure" data-label="Price">
                {state.full_price !== null && <del>{number(state.full_price)}</del>}{' '}
                {state.price === null ? '–' : number(state.price)}
                {!state.show_pricing && <small>hidden</small>}
              </td>
              <td data-label="Available">{state.available_on ?? '–'}</td>
              <td data-label="Status">{state.status === null ? '–' : <Name>{state.status}</Name>}</td>
              <td data-label="Special">
                {state.specials_description === null ? '–' : <Name>{state.specials_description}</Name>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="row after">
        <CopyTable head={HEAD} rows={states.map(rowOf)} />
      </div>
    </>
  );
}
