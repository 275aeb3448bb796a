import type { ComponentChildren } from 'preact';
import type { PublicationChange } from '@app/sdk';
import { number } from '../format.js';
import { CopyTable } from './copy-table.js';
import { Name } from './name.js';

export const KINDS: Record<PublicationChange['kind'], string> = {
  added: 'Added',
  removed: 'Removed',
  price_up: 'Dearer',
  price_down: 'Cheaper',
  availability_changed: 'Other date',
  specials_changed: 'Other special',
  other_changed: 'Other change',
};

const HEAD = [
  'change',
  'provider_id',
  'unit_id',
  'lease_term',
  'price before',
  'price',
  'available before',
  'available',
];

const rowOf = ({ kind, provider_id, unit_id, lease_term, before, after }: PublicationChange) => [
  kind,
  provider_id,
  unit_id,
  lease_term,
  before?.price,
  after?.price,
  before?.available_on,
  after?.available_on,
];

interface Props {
  changes: PublicationChange[];
  /** of the process */
  path: string;
  /** what is said beside the button that copies them */
  children?: ComponentChildren;
}

/** Changes of published entries, with the values before and after. */
export function ChangesTable({ changes, path, children }: Props) {
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">Id of the sender</th>
            <th scope="col">Change</th>
            <th scope="col" class="figure">
              Term
            </th>
            <th scope="col" class="figure">
              Price
            </th>
            <th scope="col">Available</th>
          </tr>
        </thead>
        <tbody>
          {changes.map((change, at) => (
            <tr key={at}>
              <th scope="row">
                <Name>{change.provider_id}</Name>
                <small>
                  {change.unit_id === null ? (
                    'matches no unit'
                  ) : (
                    <a
                      href={`${path}/units/${change.unit_id}`}
                      aria-label={`History of the unit of ${change.provider_id}`}
                    >
                      History of the unit
                    </a>
                  )}
                </small>
              </th>
              <td data-label="Change">{KINDS[change.kind]}</td>
              <td class="figure" data-label="Term">
                {change.lease_term ?? '–'}
              </td>
              <td class="figure" data-label="Price">
                <BeforeAfter before={amount(change.before?.price)} after={amount(change.after?.price)} />
              </td>
              <td data-label="Available">
                <BeforeAfter before={change.before?.available_on} after={change.after?.available_on} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="row after">
        {children}
        <CopyTable head={HEAD} rows={changes.map(rowOf)} />
      </div>
    </>
  );
}

const amount = (price: number | undefined) => (price === undefined ? undefined : number(price));

function BeforeAfter({ before, after }: { before: string | undefined; after: string | undefined }) {
  if (before === after) return <>{after ?? '–'}</>;
  return (
    <>
      {before !== undefined && <del>{before}</del>} {after !== undefined && <ins>{after}</ins>}
    </>
  );
}
