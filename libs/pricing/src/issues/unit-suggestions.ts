import { buildingKey, numberKey } from '../entries/unit-names.js';

/** SQL that suggests units for entries without one. */

/** Maximum number of suggested units per provider id. */
const SUGGESTED = 5;

/** Normalises a number for comparison: `01-02b` equals `0102 B`, and `7` equals `07`. */
const normalisedNumber = (number: string): string =>
  `coalesce(nullif(ltrim(regexp_replace(lower(${numberKey(number)}), '[\\W_]', '', 'g'), '0'), ''), '0')`;

/** Unit ids by normalised number, computed once per page instead of per row. */
const BY_NUMBER = `(select jsonb_object_agg(numbered.number, numbered.ids) from (
    select ${normalisedNumber('unit.unit_number')} as number, jsonb_agg(unit.id) as ids
    from catalog.unit_v1 unit where unit.asset_id = :asset group by 1) numbered)`;

const HAS_NUMBER = `${numberKey('unit.unit_number')} = ${numberKey('entry.unit_number')}`;
const BUILDING_ID = `(select named.id from catalog.named_building_v1 named
  where named.asset_id = :asset and named.key = ${buildingKey('entry')})`;
const IS_THERE = `(${buildingKey('entry')} is null or unit.building_id in ${BUILDING_ID})`;
/** The unit that the entry names, unless there are several. */
const IS_NAMED = 'unit.has_number and unit.is_there';

/** Joins `suggested` to an `entry`: units with a similar number. */
export const CANDIDATES = `left join lateral (
    select json_agg(json_build_object('unit_id', unit.id::text, 'unit_number', unit.unit_number, 'building', building.name, 'floor', floor.name,
        'provider_id', priced.provider_id, 'reason', case when unit.has_number then 'same_number' else 'similar_number' end)
        order by not (${IS_NAMED}), not unit.has_number, unit.id) as units,
      count(*) filter (where ${IS_NAMED}) as same,
      count(priced.provider_id) filter (where ${IS_NAMED}) as taken
    from (select unit.* from (select distinct numbered.id::bigint from unnest(array[${normalisedNumber('entry.unit_number')}, ${normalisedNumber('entry.provider_id')}]) as wanted (number)
        cross join lateral jsonb_array_elements_text(${BY_NUMBER} -> wanted.number) as numbered (id)) candidate
      cross join lateral (select unit.id, unit.unit_number, unit.building_id, unit.floor_id, ${HAS_NUMBER} as has_number, ${IS_THERE} as is_there
        from catalog.unit_v1 unit where unit.asset_id = :asset and unit.id = candidate.id offset 0) unit
      order by not (${IS_NAMED}), not unit.has_number, unit.id limit ${SUGGESTED}) unit
    join catalog.building_v1 building on building.asset_id = :asset and building.id = unit.building_id
    join catalog.floor_v1 floor on floor.asset_id = :asset and floor.id = unit.floor_id
    left join lateral (select priced.provider_id from pricing.unit priced
      where priced.asset_id = :asset and priced.process_id = :process and priced.id = unit.id offset 0) priced on true
  ) suggested on true`;

/** Reasons why no unit matched. */
export const UNMATCHED_CODES = [
  'building_unknown',
  'unit_unknown',
  'unit_ambiguous',
  'provider_id_taken',
  'unit_added_since',
] as const;

export const CODE = `case when ${buildingKey('entry')} is not null and not exists ${BUILDING_ID} then 'building_unknown'
  when suggested.same = 0 then 'unit_unknown' when suggested.same > 1 then 'unit_ambiguous'
  when suggested.taken > 0 then 'provider_id_taken' else 'unit_added_since' end`;
