import { type Actor } from '@app/platform/auth';
import { conflict, type FieldErrors, invalid, isId } from '@app/platform/core';
import { Repository } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { isVisible } from '../access.js';
import { Asset } from './asset.aggregate.js';
import { isShown } from './time-zone.value.js';

const DUPLICATE = `select from catalog.asset asset
  where asset.archived_at is null and asset.name = :name and asset.id is distinct from :id::bigint
    and (asset.address_line1, asset.address_city, asset.address_state, asset.address_country, asset.address_postal_code)
      = (:addressLine1, :addressCity, :addressState, :addressCountry, :addressPostalCode)
    and asset.address_line2 is not distinct from :addressLine2 and ${isVisible('asset.id')}`;

/** Reads the assigned assets first, in a CTE of their own, because their twins may be any assets. Archived ones are left out last, because Postgres expects few others before it has statistics. */
const DUPLICATES_IN_ACCOUNT = `with assigned as materialized (
    select asset.* from catalog.account_asset held join catalog.asset asset on asset.id = held.asset_id
    where held.account_id = :account and held.asset_id = any (:assets::bigint[])
  )
  select * from (select assigned.id::text, twin.id::text as twin, twin.archived_at from assigned
  join catalog.asset twin on twin.name = assigned.name and twin.id <> assigned.id
    and (twin.address_line1, twin.address_city, twin.address_state, twin.address_country, twin.address_postal_code)
      = (assigned.address_line1, assigned.address_city, assigned.address_state, assigned.address_country, assigned.address_postal_code)
    and twin.address_line2 is not distinct from assigned.address_line2
  join catalog.account_asset beside on beside.asset_id = twin.id and beside.account_id = :account
  order by assigned.id, twin.id offset 0) found where archived_at is null limit 1`;

const VISIBLE = `select asset.id::text from catalog.asset asset
  where asset.archived_at is null and asset.id = any (:ids::bigint[]) and ${isVisible('asset.id')}`;

const ZONES = 'select name from pg_timezone_names';

/** Advisory lock on asset names: naming one asset takes it shared, assigning many takes it exclusively. */
const NAMES_LOCK = 4_711_202_310;

@Injectable()
export class Assets extends Repository<Asset> {
  protected readonly entity = Asset;
  private zones: ReadonlySet<string> | undefined;

  /** Call it before locking any row. */
  async lockNames(many = false): Promise<void> {
    await this.database.rows(`select pg_advisory_xact_lock${many ? '' : '_shared'}(:key)`, { key: NAMES_LOCK });
  }

  /** Name and address are unique among the assets visible to the caller. Concurrent writes of the same name are serialised. */
  async requireUnique({ id, identity }: Asset, { accounts, assets }: Actor): Promise<void> {
    await this.database.rows('select pg_advisory_xact_lock(hashtextextended(:name, 1))', { name: identity.name });
    const twins = await this.database.rows(DUPLICATE, { ...identity, id: id ?? null, accounts, assets });
    if (twins.length > 0) throw conflict('asset_exists', 'An asset of this name and address exists');
  }

  /** Determines in which time zone the days of an asset begin. @throws Problem 422 for a time zone that Postgres or browsers do not know */
  async resolveTimeZone(asset: Asset): Promise<void> {
    this.zones ??= new Set((await this.database.rows<{ name: string }>(ZONES)).map(({ name }) => name).filter(isShown));
    if (!asset.resolveTimeZone(this.zones)) throw invalid({ time_zone: ['is not the IANA name of a time zone'] });
  }

  /** Checks the same within an account, after assets were assigned to it. */
  async requireUniqueIn(account: string, assets: readonly string[]): Promise<void> {
    const [found] = await this.database.rows<{ id: string; twin: string }>(DUPLICATES_IN_ACCOUNT, { account, assets });
    if (found) throw conflict('asset_exists', `Assets ${found.id} and ${found.twin} have the same name and address`);
  }

  /** Checks that the assets of a batch exist and are visible to the caller. @throws Problem 422 naming each invalid item */
  async requireVisible(items: readonly { assetId: string }[], { accounts, assets }: Actor): Promise<void> {
    const ids = [...new Set(items.map(({ assetId }) => assetId))].filter(isId);
    const found = await this.database.rows<{ id: string }>(VISIBLE, { ids, accounts, assets });
    const visible = new Set(found.map(({ id }) => id));
    const errors: FieldErrors = {};
    for (const [at, { assetId }] of items.entries())
      if (!visible.has(assetId)) errors[`data.${at}.asset_id`] = ['is not known'];
    if (Object.keys(errors).length > 0) throw invalid(errors);
  }
}
