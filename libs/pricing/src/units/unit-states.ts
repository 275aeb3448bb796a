/** SQL of what pricing units showed before: a state of `pricing.unit_state` for each time that one showed something else. */

/** What a reader sees of a pricing unit. */
export const SHOWN = [
  ...['provider_id', 'status', 'price', 'full_price', 'show_pricing', 'show_online_leasing'],
  ...['specials_description', 'available_on'],
] as const;

const columnsOf = (row: string): string => SHOWN.map((column) => `${row}.${column}`).join(', ');

/**
 * Keeps what units show as states that end now. To be run in the statement that changes them, or before it.
 * @param which condition of `pricing.unit former`
 */
export const keepStates = (which: string): string => `
  insert into pricing.unit_state (asset_id, process_id, unit_id, valid_from, valid_to, since, until, ${SHOWN.join(', ')})
  select former.asset_id, former.process_id, former.id, former.valid_from, :at::timestamptz, former.since, :publication::bigint, ${columnsOf('former')}
  from pricing.unit former where former.asset_id = :asset and former.process_id = :process and ${which}`;

/** The moment at which a unit is looked at, as conditions of a state: `begun` of `pricing.unit`, both of `pricing.unit_state`. */
interface Moment {
  begun: (row: string) => string;
  lasting: (row: string) => string;
}

/** `:at` is in whole seconds, and means the end of that one. */
export const AT_TIME: Moment = {
  begun: (row) => `coalesce(${row}.valid_from, '-infinity') < :at::timestamptz + interval '1 second'`,
  lasting: (row) => `${row}.valid_to >= :at::timestamptz + interval '1 second'`,
};

/** A publication shows what units showed when the next one replaced it, or show now. */
export const IN_PUBLICATION: Moment = {
  begun: (row) => `coalesce(${row}.since, 0) <= :number::bigint`,
  lasting: (row) => `${row}.until > :number::bigint`,
};

/** Joins `priced`, what a process showed of `unit`; no row where it showed nothing of it yet. */
export const pricedThen = ({ begun, lasting }: Moment): string => `left join lateral (
    select latest.created_at, shown.* from pricing.unit latest cross join lateral (
      select ${columnsOf('latest')}, latest.updated_at where ${begun('latest')}
      union all
      select ${columnsOf('state')}, date_trunc('second', coalesce(state.valid_from, latest.created_at)) from pricing.unit_state state
      where state.asset_id = :asset and state.process_id = :process and state.unit_id = latest.id
        and ${begun('state')} and ${lasting('state')}) shown
    where latest.asset_id = :asset and latest.process_id = :process and latest.id = unit.id offset 0) priced on true`;

/** The states of `:unit`, the one that lasts included, as `state`. */
export const STATES = `(select 0 as id, latest.valid_from, null::timestamptz as valid_to, latest.since, ${columnsOf('latest')}
    from pricing.unit latest where latest.asset_id = :asset and latest.process_id = :process and latest.id = :unit
  union all
  select past.id, past.valid_from, past.valid_to, past.since, ${columnsOf('past')}
    from pricing.unit_state past where past.asset_id = :asset and past.process_id = :process and past.unit_id = :unit) state`;
