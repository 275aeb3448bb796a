import { type Actor } from '@app/platform/auth';
import { conflict, type FieldErrors, invalid, isId } from '@app/platform/core';
import { Repository } from '@app/platform/persistence';
import { Injectable } from '@nestjs/common';
import { isVisible } from '../access.js';
import { Asset } from './asset.aggregate.js';

const TWIN = `select from catalog.asset asset
  where asset.name = :name and asset.id is distinct from :id::bigint
    and (asset.address_line1, asset.address_city, asset.address_state, asset.address_country, asset.address_postal_code)
      = (:addressLine1, :addressCity, :addressState, :addressCountry, :addressPostalCode)
    and asset.address_line2 is not distinct from :addressLine2 and ${isVisible('asset.id')}`;

/** Those that were assigned come first, by themselves: where tables are distributed, twins may be on other servers. */
const TWINS_OF_ACCOUNT = `with assigned as materialized (
    select asset.* from catalog.account_asset held join catalog.asset asset on asset.id = held.asset_id
    where held.account_id = :account and held.asset_id = any (:assets::bigint[])
  )
  select assigned.id::text, twin.id::text as twin from assigned
  join catalog.asset twin on twin.name = assigned.name and twin.id <> assigned.id
    and (twin.address_line1, twin.address_city, twin.address_state, twin.address_country, twin.address_postal_code)
      = (assigned.address_line1, assigned.address_city, assigned.address_state, assigned.address_country, assigned.address_postal_code)
    and twin.address_line2 is not distinct from assigned.address_line2
  join catalog.account_asset beside on beside.asset_id = twin.id and beside.account_id = :account
  order by assigned.id, twin.id limit 1`;

const VISIBLE = `select asset.id::text from catalog.asset asset
  where asset.id = any (:ids::bigint[]) and ${isVisible('asset.id')}`;

/** Who names one asset holds it shared and then waits for its name alone; who assigns many at once holds it alone. */
const NAMING = 4_711_202_309;

@Injectable()
export class Assets extends Repository<Asset> {
  protected readonly entity = Asset;

  /** To be called before any row is locked. */
  async beginNaming(many = false): Promise<void> {
    await this.database.rows(`select pg_advisory_xact_lock${many ? '' : '_shared'}(:key)`, { key: NAMING });
  }

  /** The same name and address once among all that the caller sees; callers with the same name wait for each other. */
  async requireUnique({ id, identity }: Asset, { accounts }: Actor): Promise<void> {
    await this.database.rows('select pg_advisory_xact_lock(hashtextextended(:name, 1))', { name: identity.name });
    const twins = await this.database.rows(TWIN, { ...identity, id: id ?? null, accounts });
    if (twins.length > 0) throw conflict('asset_exists', 'An asset of this name and address exists');
  }

  /** The same among the assets of an account, after some were assigned to it. */
  async requireUniqueIn(account: string, assets: readonly string[]): Promise<void> {
    const [found] = await this.database.rows<{ id: string; twin: string }>(TWINS_OF_ACCOUNT, { account, assets });
    if (found) throw conflict('asset_exists', `Assets ${found.id} and ${found.twin} have the same name and address`);
  }

  /** Assets that the items of a batch name exist and are the caller's to see: 422 naming each item that is wrong. */
  async requireVisible(items: readonly { assetId: string }[], { accounts }: Actor): Promise<void> {
    const ids = [...new Set(items.map(({ assetId }) => assetId))].filter(isId);
    const found = await this.database.rows<{ id: string }>(VISIBLE, { ids, accounts });
    const visible = new Set(found.map(({ id }) => id));
    const faults: FieldErrors = {};
    for (const [at, { assetId }] of items.entries())
      if (!visible.has(assetId)) faults[`data.${at}.asset_id`] = ['is not known'];
    if (Object.keys(faults).length > 0) throw invalid(faults);
  }
}
