import { isId } from '@app/platform/core';
import type { Command } from '../command.js';
import { UsageError } from '../errors.js';
import { columns } from './columns.js';
import { readOnly } from './read-only.js';

const LIMIT = 100;
const MAX_LIMIT = 100_000;

interface List {
  of: string;
  summary: string;
  /** `$1` is the id of the filter or null, `$2` the limit */
  sql: string;
  /** resource whose id filters the list */
  by: string;
}

const LISTS: List[] = [
  {
    of: 'assets',
    summary: 'Lists assets with their ids',
    by: 'account',
    sql: `select asset.id::text, asset.name, asset.market, asset.address_city as city,
        (select coalesce(sum(units), 0)::int from catalog.unit_count where asset_id = asset.id) as units,
        array(select account.name from catalog.account_asset join catalog.account on account.id = account_id
          where asset_id = asset.id order by account.id) as accounts
      from catalog.asset where $1::bigint is null or exists (select from catalog.account_asset where asset_id = asset.id and account_id = $1)
      order by asset.id limit $2`,
  },
  {
    of: 'processes',
    summary: 'Lists pricing processes with their ids and the publication that is live',
    by: 'asset',
    sql: `select process.id::text, process.asset_id::text as asset, asset.name as asset_name, process.name, process.type,
        process.pricing_strategy as strategy, publication.id::int as publication,
        to_json(date_trunc('second', publication.published_at)) #>> '{}' as published_at, publication.entry_count as entries
      from pricing.process join catalog.asset on asset.id = process.asset_id
      left join pricing.publication on publication.asset_id = process.asset_id and publication.process_id = process.id
        and publication.id = process.publication_id
      where $1::bigint is null or process.asset_id = $1 order by process.asset_id, process.id limit $2`,
  },
  {
    of: 'transactions',
    summary: 'Lists pricing transactions, newest first',
    by: 'asset',
    sql: `select transaction.id::text, transaction.asset_id::text as asset, transaction.process_id::text as process, status,
        publication.id is not null as published, transaction.entry_count as entries,
        to_json(date_trunc('second', transaction.created_at)) #>> '{}' as created_at,
        to_json(date_trunc('second', ended_at)) #>> '{}' as ended_at
      from pricing.transaction join pricing.process on process.asset_id = transaction.asset_id and process.id = transaction.process_id
      left join pricing.publication on publication.asset_id = process.asset_id and publication.process_id = process.id
        and publication.id = process.publication_id and publication.transaction_id = transaction.id
      where $1::bigint is null or transaction.asset_id = $1 order by transaction.id desc limit $2`,
  },
  {
    of: 'embeds',
    summary: 'Lists embeds with the paths of their pages',
    by: 'account',
    sql: `select embed.id::text, embed.account_id::text as account, account.name as account_name, embed.name,
        '/embed/' || embed.key as page, embed.tags,
        array(select asset_id::text from mapping.embed_map where account_id = embed.account_id and embed_id = embed.id
          group by asset_id order by asset_id) as assets
      from mapping.embed join catalog.account on account.id = embed.account_id
      where $1::bigint is null or embed.account_id = $1 order by embed.account_id, embed.id limit $2`,
  },
  {
    of: 'maps',
    summary: 'Lists unit maps with the number of their shapes that have a unit',
    by: 'asset',
    sql: `select map.id::text, map.asset_id::text as asset, asset.name as asset_name, map.name, shapes.bound, shapes.unbound,
        jsonb_array_length(map.stray_labels) as stray_labels
      from mapping.unit_map map join catalog.asset on asset.id = map.asset_id
      cross join lateral (select count(unit_id)::int as bound, (count(*) - count(unit_id))::int as unbound
        from mapping.unit_map_shape shape where shape.asset_id = map.asset_id and shape.unit_map_id = map.id) shapes
      where $1::bigint is null or map.asset_id = $1 order by map.asset_id, map.id limit $2`,
  },
  {
    of: 'unbound',
    summary:
      'Lists the shapes and texts of unit maps that have no unit, with the reason and their position in the drawing',
    by: 'asset',
    sql: `select map.asset_id::text as asset, map.id::text as map, map.name, found.reason, found.x, found.y, found.shape, found.labels
      from mapping.unit_map map cross join lateral (
        select position, coalesce(reason, 'no_such_unit') as reason, x, y, shape_id as shape, names || texts as labels
          from mapping.unit_map_shape shape
          where shape.asset_id = map.asset_id and shape.unit_map_id = map.id and shape.unit_id is null
        union all select null, stray ->> 'reason', (stray ->> 'x')::float8, (stray ->> 'y')::float8, null, array[stray ->> 'text']
          from jsonb_array_elements(map.stray_labels) stray) found
      where $1::bigint is null or map.asset_id = $1 order by map.asset_id, map.id, found.position nulls last limit $2`,
  },
];

const command = ({ of, summary, sql, by }: List): Command => ({
  name: `${of} list`,
  summary,
  options: {
    [by]: { type: 'string', value: 'ID', help: `only ${of} of the ${by} with this id` },
    limit: { type: 'string', value: 'N', help: `maximum number of rows; default ${LIMIT}` },
    json: { type: 'boolean', help: 'prints JSON' },
  },
  async run({ options, flags }, io) {
    const id = options[by] ?? null;
    const limit = Number(options['limit'] ?? LIMIT);
    const isWrong: boolean = id !== null && !isId(id);
    if (isWrong) throw new UsageError(`--${by} must be an id such as 1, not "${id}"`, `${of} list`);
    if (!(Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT))
      throw new UsageError(`--limit must be a whole number from 1 to ${MAX_LIMIT}`, `${of} list`);
    const rows = await readOnly(io, (read) => read(sql, [id, limit]));
    if (flags['json']) io.out(JSON.stringify(rows, null, 2));
    else if (rows.length === 0) io.err(`There are no ${of}.`);
    else io.out(columns(rows));
    if (rows.length === limit) io.err(`There may be more: raise --limit.`);
  },
});

/** `assets list` and the other lists. */
export const listCommands: Command[] = LISTS.map(command);
