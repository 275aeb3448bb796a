import { count } from '../format.js';
import { session } from '../session.js';
import { Name } from './name.js';
import { Part } from './part.js';
import type { Sample } from './sample-units.js';
import { useLoad } from './use-load.js';

interface Props {
  asset: string;
  process: string | undefined;
  unit: Sample | undefined;
}

/** The expenses of the property, and the total price of a unit with each line of it. */
export function Expenses({ asset, process, unit }: Props) {
  const { client } = session.value!;
  const loaded = useLoad(`${asset} ${process} ${unit?.id}`, async (signal) => {
    const expenses = await client.listAssetExpenses({ asset, perPage: 1000 }, { signal }).all();
    const total =
      unit && process !== undefined
        ? await client.viewTotalPrice({ asset, process, unit: unit.id }, { signal })
        : undefined;
    return { expenses, total };
  });
  return (
    <Part
      title="Expenses"
      loaded={loaded}
      summary={({ expenses }) => `${count(expenses.length, 'expense')} of every unit.`}
    >
      {({ expenses, total }) =>
        total && unit ? (
          <>
            <p class="summary">
              Total price of <bdi>{unit.number}</bdi>:{' '}
              <b>{total.total_price === null ? 'none' : amount(total.total_price)}</b>
              {!total.is_complete && ' at least: an expense has no amount'}
              {total.is_estimate && ' at most: a range counts with its maximum'}
            </p>
            <table>
              <thead>
                <tr>
                  <th scope="col">Line</th>
                  <th scope="col">In the total</th>
                  <th scope="col" class="figure">
                    Each month
                  </th>
                </tr>
              </thead>
              <tbody>
                {total.breakdown.map((line) => (
                  <tr key={`${line.level} ${line.expense_id}`}>
                    <th scope="row">
                      <Name>{line.label}</Name>
                    </th>
                    <td data-label="In the total">{line.is_counted ? 'yes' : line.reason.replaceAll('_', ' ')}</td>
                    <td class="figure" data-label="Each month">
                      {line.monthly_amount === null ? <span class="muted">none</span> : amount(line.monthly_amount)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        ) : (
          expenses.map(({ id, name }) => <Name key={id}>{name}</Name>)
        )
      }
    </Part>
  );
}

const amount = (value: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
