/** Kinds of changes of an entry (same unit, term and start). One entry may have several. */
export const CHANGE_KIND_NAMES = [
  ...(['added', 'removed', 'price_up', 'price_down', 'availability_changed', 'specials_changed'] as const),
  'other_changed',
] as const;
export type ChangeKind = (typeof CHANGE_KIND_NAMES)[number];

/** SQL that compares two data sets: added and removed entries in pairs with the same unit, lease term and start. */

/** SQL conditions by kind of change. */
export const CHANGE_KINDS: Record<ChangeKind, string> = {
  added: 'pair.removed is null',
  removed: 'pair.added is null',
  price_up: 'pair.price > pair.old_price',
  price_down: 'pair.price < pair.old_price',
  availability_changed: 'pair.available_on <> pair.old_available_on',
  specials_changed:
    'pair.added is not null and pair.removed is not null and pair.specials_description is distinct from pair.old_specials_description',
  other_changed: `pair.hash <> pair.old_hash and pair.price = pair.old_price and pair.available_on = pair.old_available_on
    and pair.specials_description is not distinct from pair.old_specials_description`,
};

/** A number that is unique per term and start. */
const TERM_AND_START = `coalesce(lease_term, 0)::bigint * 10000000 + coalesce(lease_starts_on - date '2000-01-01', 5000000)`;

const COLUMNS = [
  ...['id', 'provider_id', 'lease_term', 'lease_starts_on', 'price', 'available_on', 'status', 'specials_description'],
  'hash',
];

/** The compared columns. `pair_key` is equal for the same unit, term and start, and faster to sort. */
export const COMPARED = `hashtextextended(provider_id, ${TERM_AND_START}) as pair_key, ${COLUMNS.join(', ')}`;

const numbered = (rows: string): string =>
  `(select *, row_number() over (partition by pair_key order by id) as nth from ${rows} numbered)`;

/** The columns of `pairsOf` as a table has them. */
export const PAIR_COLUMNS = `id bigint, added bigint, removed bigint, provider_id text, lease_term integer, lease_starts_on date,
  price integer, old_price integer, available_on date, old_available_on date, status text, old_status text,
  specials_description text, old_specials_description text, hash bigint, old_hash bigint`;

/** @param added relation with the columns of COMPARED, like `removed` */
export const pairsOf = (added: string, removed: string): string => `
  select coalesce(entry.id, old.id) as id, entry.id as added, old.id as removed, coalesce(entry.provider_id, old.provider_id) as provider_id,
    coalesce(entry.lease_term, old.lease_term) as lease_term, coalesce(entry.lease_starts_on, old.lease_starts_on) as lease_starts_on, entry.price, old.price as old_price, entry.available_on,
    old.available_on as old_available_on, entry.status, old.status as old_status, entry.specials_description,
    old.specials_description as old_specials_description, entry.hash, old.hash as old_hash
  from ${numbered(added)} entry full join ${numbered(removed)} old using (pair_key, nth)`;

/** Numbers equal rows. */
const copiesOf = (rows: string): string =>
  `(select *, row_number() over (partition by hash order by id) as copy from ${rows} copied)`;

/**
 * The rows that only one of two data sets has, with `is_new` for the first. Equal rows pair off in the order of their ids. Postgres
 * cannot run a full join as nested loops, as it otherwise would where statistics are old.
 * @param rows relation of entries, and so are `others`
 */
export const differing = (rows: string, others: string): string => `
  select is_new, ${COMPARED} from (
    select entry.id is not null as is_new, ${COLUMNS.map((name) => `coalesce(entry.${name}, old.${name}) as ${name}`).join(', ')}
    from ${copiesOf(rows)} entry full join ${copiesOf(others)} old using (hash, copy)
    where entry.id is null or old.id is null) differing`;

const state = (prefix: '' | 'old_'): string => `json_build_object('price', pair.${prefix}price,
  'available_on', pair.${prefix}available_on, 'status', pair.${prefix}status, 'specials_description', pair.${prefix}specials_description)`;

/** Columns of a change, from `pair` and the matching `unit` of the process. */
export const CHANGE = `unit.id::text as unit_id, pair.provider_id, pair.lease_term, pair.lease_starts_on,
  case when pair.removed is not null then ${state('old_')} end as before, case when pair.added is not null then ${state('')} end as after`;

export const CHANGED_UNIT = `left join lateral (select unit.id from pricing.unit unit
  where unit.asset_id = :asset and unit.process_id = :process and unit.provider_id = pair.provider_id offset 0) unit on true`;
