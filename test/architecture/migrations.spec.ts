import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { narrowingOf } from '../support/narrowing.js';
import { LIBRARIES } from './contexts.js';

const GUIDE = readFileSync(join(import.meta.dirname, '../../docs/operations/upgrade.md'), 'utf8');

const namesIn = (text: string, line: RegExp): string[] => [...text.matchAll(line)].map(([, name]) => name!);

const STOPS = GUIDE.split(/\n\n/).find((block) => /^\| Migration +\| Why +\|/.test(block)) ?? '';
/** Migrations that require stopping older servers; earlier migrations may contain anything. */
const WITH_A_STOP = namesIn(STOPS, /^\| `(\S+)`/gm);
/** Migrations beside which older servers keep working, with the reason in the guide's list. */
const WITH_A_REASON = namesIn(GUIDE, /^- `([a-z_]+\.[A-Z]\w+\d{13})`/gm);

const timeOf = (name: string): number => Number(name.slice(-13));
const LAST_STOP = Math.max(0, ...WITH_A_STOP.map(timeOf));

/** The SQL of a migration, which is collected but not run. */
async function sqlOf(migration: Function): Promise<string> {
  const statements: string[] = [];
  const query = async (sql: string): Promise<unknown[]> => (statements.push(sql), []);
  await new (migration as new () => MigrationInterface)().up({ query } as unknown as QueryRunner);
  return statements.join(';\n');
}

const MIGRATIONS = LIBRARIES.flatMap(({ persistence }) =>
  persistence.migrations.map((migration) => ({ name: `${persistence.schema}.${migration.name}`, migration })),
);

describe('A migration', () => {
  it('breaks no server of the previous version, unless the upgrade guide says so', async () => {
    const later = MIGRATIONS.filter(({ name }) => timeOf(name) > LAST_STOP);
    const found = await Promise.all(
      later.map(async ({ name, migration }) => [name, narrowingOf(await sqlOf(migration))]),
    );
    const narrowing = found.filter(([, kinds]) => kinds!.length > 0);

    expect(later.length).toBeGreaterThan(0);
    expect(narrowing.filter(([name]) => !WITH_A_REASON.includes(name as string))).toEqual([]);
    expect(WITH_A_REASON.filter((listed) => !narrowing.some(([name]) => name === listed))).toEqual([]);
  });

  it('exists if the upgrade guide names it', () => {
    const named = [...GUIDE.matchAll(/`([a-z_]+\.[A-Z]\w+\d{13})`/g)].map(([, name]) => name!);
    expect(named.filter((name) => !MIGRATIONS.some((each) => each.name === name))).toEqual([]);
  });
});

describe('A breaking change', () => {
  it.each([
    ['drop table pricing.entry', 'drops'],
    ['drop index mapping.landing_page_viewer_key', 'drops'],
    ['alter table catalog.unit add column a integer, drop column area', 'drops'],
    ['alter table catalog.unit drop constraint unit_floor_fkey', 'drops'],
    ['alter table viewer.document rename column stale_at to due_at', 'renames'],
    ['alter table catalog.unit rename to home', 'renames'],
    ['alter table catalog.unit\n  alter column area type numeric(9, 2)', 'changes a type'],
    ['alter table catalog.unit alter area set data type bigint', 'changes a type'],
    ['ALTER TABLE catalog.unit ALTER COLUMN area SET NOT NULL', 'requires a value'],
    ['alter table catalog.unit add column a integer default 1, add column b integer not null', 'requires a value'],
    ['alter table catalog.unit alter column area drop not null', 'allows null'],
    ['alter table catalog.unit add constraint unit_area check (area > 0)', 'constrains'],
    ['create unique index unit_number on catalog.unit (unit_number)', 'constrains'],
    ['create or replace function platform.now() returns timestamptz as $$ select now() $$', 'replaces'],
    ['select 1; delete from pricing.entry where until is not null', 'removes rows'],
    ['create table pricing.new (id bigint); alter table pricing.newer drop column id', 'drops'],
  ])('is detected in %s', (sql, kind) => {
    expect(narrowingOf(sql)).toEqual([expect.stringMatching(new RegExp(`^${kind}`))]);
  });

  it.each([
    'create table a.b (id bigint not null, constraint b_pkey primary key (id))',
    'alter table catalog.unit add column a text, add column b integer not null default 0',
    'create index unit_by_area on catalog.unit (area); -- drop table catalog.unit',
    'create function a.b() returns trigger language plpgsql as $$ begin delete from a.b; drop table a.b; end $$',
    'create table a.b (id bigint); create unique index c on a.b (id); alter table a.b drop column id',
    'update catalog.unit set area = 1 where area is null',
    "alter table catalog.unit add column a numeric(9, 2) not null default '0'",
  ])('is not detected in %s', (sql) => {
    expect(narrowingOf(sql)).toEqual([]);
  });
});
