/** SQL on the history of pricing units: `pricing.unit_state` has a row for each past state. */

/** The columns of a pricing unit that are visible to readers. */
export const STATE_COLUMNS = [
  ...['provider_id', 'status', 'price', 'full_price', 'show_pricing', 'show_online_leasing'],
  ...['specials_description', 'available_on'],
] as const;

const stateColumns = (row: string): string => STATE_COLUMNS.map((column) => `${row}.${column}`).join(', ');

/**
 * Stores the current states of units as past states that end now. Run it in or before the statement that changes the units.
 * @param from relation `former`, with the columns of `pricing.unit`
 */
export const keepStates = (from: string): string => `
  insert into pricing.unit_state (asset_id, process_id, unit_id, valid_from, valid_to, since, until, ${STATE_COLUMNS.join(', ')})
  select :asset::bigint, :process::bigint, former.id, former.valid_from, :at::timestamptz, former.since, :publication::bigint, ${stateColumns('former')}
  from ${from}`;

/** Conditions that select the state at a moment: `begun` applies to `pricing.unit`, both to `pricing.unit_state`. */
interface StateConditions {
  begun: (row: string) => string;
  lasting: (row: string) => string;
}

/** `:at` has whole seconds and means the end of the second. */
export const AT_TIME: StateConditions = {
  begun: (row) => `coalesce(${row}.valid_from, '-infinity') < :at::timestamptz + interval '1 second'`,
  lasting: (row) => `${row}.valid_to >= :at::timestamptz + interval '1 second'`,
};

/** The states of a publication are those at its replacement, or the current ones. */
export const IN_PUBLICATION: StateConditions = {
  begun: (row) => `coalesce(${row}.since, 0) <= :number::bigint`,
  lasting: (row) => `${row}.until > :number::bigint`,
};

/**
 * Earlier states of `latest`, a row of `pricing.unit`, as `past`. A state ends with the publication in which the next one
 * began: each leads to the one before it. Several edits of a unit may end states in one publication.
 * @param isLater of a row, whether those before it are wanted
 */
const statesBefore = (isLater: (row: string) => string): string => `with recursive past as (
    select state.* from pricing.unit_state state where state.asset_id = :asset and state.process_id = :process
      and state.until = latest.since and state.unit_id = latest.id and ${isLater('latest')}
    union all
    select state.* from past join pricing.unit_state state on state.asset_id = :asset and state.process_id = :process
      and state.until = past.since and state.unit_id = past.unit_id
    where past.since < past.until and ${isLater('past')})`;

/** Joins `priced`, the state of `unit` at the moment; no row if it had none yet. */
export const pricedThen = ({ begun, lasting }: StateConditions): string => `left join lateral (
    select latest.created_at, shown.* from pricing.unit latest cross join lateral (
      select ${stateColumns('latest')}, latest.updated_at where ${begun('latest')}
      union all
      (${statesBefore((row) => `not (${begun(row)})`)}
      select ${stateColumns('past')}, date_trunc('second', coalesce(past.valid_from, latest.created_at)) from past
      where ${begun('past')} and ${lasting('past')})) shown
    where latest.asset_id = :asset and latest.process_id = :process and latest.id = unit.id offset 0) priced on true`;

/** All states of `:unit` as `state`. The current one has the highest id, because later states have higher ids. */
export const STATES = `(select shown.* from pricing.unit latest cross join lateral (
    select 9223372036854775807 as id, latest.valid_from, null::timestamptz as valid_to, latest.since, ${stateColumns('latest')}
    union all
    (${statesBefore(() => 'true')}
    select past.id, past.valid_from, past.valid_to, past.since, ${stateColumns('past')} from past)) shown
  where latest.asset_id = :asset and latest.process_id = :process and latest.id = :unit) state`;
