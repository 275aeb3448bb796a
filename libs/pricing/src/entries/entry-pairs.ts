/** Kinds of changes of an entry (same unit, term and start). One entry may have several. */
export const CHANGE_KIND_NAMES = [
  ...(['added', 'removed', 'price_up', 'price_down', 'availability_changed', 'specials_changed'] as const),
  'other_changed',
] as const;
export type ChangeKind = (typeof CHANGE_KIND_NAMES)[number];

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

/** Equal for entries with the same unit, term and start; a number is faster to sort and to hash than the three columns. */
export const PAIR_KEY = `hashtextextended(provider_id, ${TERM_AND_START})`;

/** The compared columns. */
export const COMPARED = [
  `${PAIR_KEY} as pair_key`,
  ...['id', 'provider_id', 'lease_term', 'lease_starts_on', 'price', 'available_on', 'status', 'specials_description'],
  'hash',
].join(', ');

/** The columns of `pairsOf` as a table has them. */
export const PAIR_COLUMNS = `id bigint, added bigint, removed bigint, provider_id text, lease_term integer, lease_starts_on date,
  price integer, old_price integer, available_on date, old_available_on date, status text, old_status text,
  specials_description text, old_specials_description text, hash bigint, old_hash bigint`;

const joined = (added: string, removed: string, key: string): string => `
  select coalesce(entry.id, old.id) as id, entry.id as added, old.id as removed, coalesce(entry.provider_id, old.provider_id) as provider_id,
    coalesce(entry.lease_term, old.lease_term) as lease_term, coalesce(entry.lease_starts_on, old.lease_starts_on) as lease_starts_on, entry.price, old.price as old_price, entry.available_on,
    old.available_on as old_available_on, entry.status, old.status as old_status, entry.specials_description,
    old.specials_description as old_specials_description, entry.hash, old.hash as old_hash
  from ${added} entry full join ${removed} old using (${key})`;

const numbered = (rows: string): string =>
  `(select *, row_number() over (partition by pair_key order by id) as nth from ${rows} numbered)`;

/**
 * Pairs of added and removed entries. Several with the same key pair off in the order of their ids.
 * @param added relation with the columns of COMPARED, like `removed`
 */
export const pairsOf = (added: string, removed: string): string =>
  joined(numbered(added), numbered(removed), 'pair_key, nth');

const sharedKeys = (rows: string): string => `select pair_key from ${rows} group by pair_key having count(*) > 1`;

/** Entries whose key others share, numbered among those that are equal. */
const crowdOf = (
  rows: string,
  isNew: boolean,
): string => `select ${isNew} as is_new, *, row_number() over (partition by hash order by id) as copy
    from ${rows} where is_shared and exists (select from shared)`; // most often there are none, so nothing is read again

/**
 * Pairs the entries that only one of two data sets has. Few entries share their key with others of their set: of these, equal entries of
 * both sets cancel out first, and the rest pair off in the order of their ids. One join pairs all other entries. `is_shared` is a column,
 * because Postgres would turn a condition into a join, and run it as nested loops while statistics are old. A full join never runs that way.
 * @param rows relation of the new entries
 * @param oldRows relation of the old ones
 */
export const changedPairs = (rows: string, oldRows: string): string => `
  with shared as materialized (
    ${sharedKeys(`(select ${PAIR_KEY} as pair_key from ${rows} entry) entry`)} union all ${sharedKeys(`(select ${PAIR_KEY} as pair_key from ${oldRows} old) old`)}
  ), entries as not materialized (select *, pair_key in (select pair_key from shared) as is_shared from (select ${COMPARED} from ${rows} entry) entry),
  old_entries as not materialized (select *, pair_key in (select pair_key from shared) as is_shared from (select ${COMPARED} from ${oldRows} old) old),
  crowd as (${crowdOf('entries', true)} union all ${crowdOf('old_entries', false)}),
  differing as materialized (select * from (select *, count(*) over (partition by hash, copy) = 1 as differs from crowd) crowd where differs)
  ${joined('(select * from entries where not is_shared)', '(select * from old_entries where not is_shared)', 'pair_key')}
  where entry.hash is distinct from old.hash
  union all ${pairsOf('(select * from differing where is_new)', '(select * from differing where not is_new)')}`;

const state = (prefix: '' | 'old_'): string => `json_build_object('price', pair.${prefix}price,
  'available_on', pair.${prefix}available_on, 'status', pair.${prefix}status, 'specials_description', pair.${prefix}specials_description)`;

/** Columns of a change, from `pair` and the matching `unit` of the process. */
export const CHANGE = `unit.id::text as unit_id, pair.provider_id, pair.lease_term, pair.lease_starts_on,
  case when pair.removed is not null then ${state('old_')} end as before, case when pair.added is not null then ${state('')} end as after`;

export const CHANGED_UNIT = `left join lateral (select unit.id from pricing.unit unit
  where unit.asset_id = :asset and unit.process_id = :process and unit.provider_id = pair.provider_id offset 0) unit on true`;
