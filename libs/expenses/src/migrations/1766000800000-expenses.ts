import type { MigrationInterface, QueryRunner } from 'typeorm';

const DATED = `created_at timestamptz(0) not null default now(), updated_at timestamptz(0) not null default now()`;
const OF_ASSET = (table: string) => `asset_id bigint not null,
        constraint ${table}_asset_fkey foreign key (asset_id) references catalog.asset (id) on delete cascade`;
const VALUES = (table: string) => `
        amount numeric(9, 2) check (amount >= 0),
        min_amount numeric(9, 2) check (min_amount >= 0),
        max_amount numeric(9, 2) check (max_amount >= 0),
        constraint ${table}_range_check check (min_amount <= max_amount and num_nulls(min_amount, max_amount) <> 1),
        percentage numeric(6, 2) check (percentage between 0 and 1000),
        steps jsonb,
        text_amount text`;

const EXPENSE = (table: string) => `
      create table expenses.${table} (
        ${OF_ASSET(table)},
        id bigint generated always as identity,
        name text not null check (name <> ''),
        label text not null check (label <> ''),
        type text check (type ~ '^[a-z0-9_]+$'),
        category text check (category ~ '^[a-z0-9_]+$'),
        frequency text not null default 'monthly' check (frequency in (
          'one_time', 'daily', 'weekly', 'monthly', 'quarterly', 'annually', 'per_lease', 'per_stay')),
        due_at text check (due_at in ('application', 'move_in', 'monthly', 'move_out', 'event')),
        value_type text not null default 'amount' check (value_type in ('amount', 'range', 'stepped', 'text', 'percentage')),
        ${VALUES(table)},
        constraint ${table}_value_check check ((value_type = 'amount' or amount is null) and (value_type = 'range' or min_amount is null)
          and (value_type = 'percentage' or percentage is null) and (value_type = 'stepped' or steps is null)
          and (value_type = 'text' or text_amount is null)),
        max_quantity integer check (max_quantity between 1 and 1000),
        is_required boolean not null default false,
        is_enabled boolean not null default true,
        is_situational boolean not null default false,
        is_included boolean not null default false,
        is_refundable boolean not null default false,
        is_third_party boolean not null default false,
        is_per_applicant boolean not null default false,
        tooltip_label text,
        disclaimer text,
        sort integer not null default 0,
        ${DATED},
        constraint ${table}_pkey primary key (asset_id, id)
      );
      ${KEEPS_STATES(table)}`;

const ENTRY = (level: string) => `
      create table expenses.${level}_entry (
        asset_id bigint not null,
        expense_id bigint not null,
        ${level}_id bigint not null,
        ${VALUES(`${level}_entry`)},
        constraint ${level}_entry_value_check check (num_nonnulls(amount, min_amount, percentage, steps, text_amount) <= 1),
        constraint ${level}_entry_pkey primary key (asset_id, expense_id, ${level}_id),
        constraint ${level}_entry_expense_fkey foreign key (asset_id, expense_id)
          references expenses.${level}_expense (asset_id, id) on delete cascade,
        constraint ${level}_entry_${level}_fkey foreign key (asset_id, ${level}_id)
          references catalog.${level} (asset_id, id) on delete cascade
      );
      create index ${level}_entry_by_${level} on expenses.${level}_entry (asset_id, ${level}_id);
      ${KEEPS_STATES(`${level}_entry`)}

      -- Entries have values of the type of their expense.
      create function expenses.keep_type_of_${level}_entries() returns trigger language plpgsql as $$
      begin
        if exists (select from expenses.${level}_entry where asset_id = old.asset_id and expense_id = old.id) then
          if new.value_type <> old.value_type then
            raise exception 'value_type of an expense with entries' using errcode = '23514', constraint = 'expense_value_type_in_use';
          end if;
          raise exception 'type of an expense with entries' using errcode = '23514', constraint = 'expense_type_in_use';
        end if;
        return null;
      end $$;
      create trigger keep_type after update of type, value_type on expenses.${level}_expense for each row
        when (new.type is distinct from old.type or new.value_type <> old.value_type)
        execute function expenses.keep_type_of_${level}_entries();`;

const KEEPS_STATES = (table: string) => `
      create trigger keep_state after insert or update or delete on expenses.${table}
        for each row execute function expenses.keep_state();`;

export class Expenses1766000800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create schema expenses;

      -- Each state of what totals depend on. The current ones have no end; subject_id is the floor plan or unit of an entry.
      create table expenses.expense_state (
        ${OF_ASSET('expense_state')},
        id bigint generated always as identity,
        kind text not null check (kind in (
          'asset_expense', 'floor_plan_expense', 'unit_expense', 'floor_plan_entry', 'unit_entry', 'price_display')),
        expense_id bigint not null default 0,
        subject_id bigint not null default 0,
        content jsonb not null,
        valid_from timestamptz not null,
        valid_to timestamptz,
        constraint expense_state_pkey primary key (asset_id, id)
      );
      create unique index expense_state_now on expenses.expense_state (asset_id, kind, expense_id, subject_id) where valid_to is null;
      create index expense_state_by_end on expenses.expense_state (asset_id, valid_to);

      create function expenses.keep_state() returns trigger language plpgsql as $$
      declare
        content jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end) - 'created_at' - 'updated_at';
        was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - 'created_at' - 'updated_at' end;
        asset bigint := (content ->> 'asset_id')::bigint;
        expense bigint := coalesce(content ->> 'expense_id', content ->> 'id', '0')::bigint;
        subject bigint := coalesce(content ->> 'floor_plan_id', content ->> 'unit_id', '0')::bigint;
      begin
        if tg_op = 'UPDATE' and was = content then return null; end if;
        if not exists (select from catalog.asset_v1 where id = asset) then return null; end if; -- its states go with it
        if tg_op <> 'INSERT' then
          update expenses.expense_state set valid_to = platform.now()
            where asset_id = asset and kind = tg_table_name and expense_id = expense and subject_id = subject and valid_to is null;
        end if;
        if tg_op <> 'DELETE' then
          insert into expenses.expense_state (asset_id, kind, expense_id, subject_id, content, valid_from)
            values (asset, tg_table_name, expense, subject, content, platform.now());
        end if;
        return null;
      end $$;

      ${EXPENSE('asset_expense')}
      ${EXPENSE('floor_plan_expense')}
      ${EXPENSE('unit_expense')}
      ${ENTRY('floor_plan')}
      ${ENTRY('unit')}

      create table expenses.price_display (
        ${OF_ASSET('price_display')},
        price_display text not null check (price_display in ('base', 'total')),
        ${DATED},
        constraint price_display_pkey primary key (asset_id)
      );
      ${KEEPS_STATES('price_display')}

      create table expenses.pricing_disclaimer (
        ${OF_ASSET('pricing_disclaimer')},
        id bigint generated always as identity,
        name text not null check (name <> ''),
        label text,
        short_text text,
        long_text text,
        subtext text,
        is_enabled boolean not null default true,
        ${DATED},
        constraint pricing_disclaimer_pkey primary key (asset_id, id)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop schema expenses cascade');
  }
}
