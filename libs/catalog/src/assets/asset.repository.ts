import { conflict, Repository, type Scope } from '@app/kernel';
import { Injectable } from '@nestjs/common';
import { Asset } from './asset.aggregate.js';

const TWIN = `select from catalog.asset asset
  where asset.name = :name and asset.id is distinct from :id::bigint
    and (asset.address_line1, asset.address_city, asset.address_state, asset.address_country, asset.address_postal_code)
      = (:addressLine1, :addressCity, :addressState, :addressCountry, :addressPostalCode)
    and asset.address_line2 is not distinct from :addressLine2
    and (:accounts::bigint[] is null or exists (select from catalog.account_asset seen
      where seen.asset_id = asset.id and seen.account_id = any (:accounts)))`;

@Injectable()
export class Assets extends Repository<Asset> {
  protected readonly entity = Asset;

  /** The same name and address once among all that the caller sees; callers with the same name wait for each other. */
  async requireUnique(asset: Asset, { caller }: Scope): Promise<void> {
    const { name, addressLine1, addressLine2, addressCity, addressState, addressCountry, addressPostalCode } = asset;
    await this.database.rows('select pg_advisory_xact_lock(hashtextextended(:name, 1))', { name });
    const twins = await this.database.rows(TWIN, {
      name,
      addressLine1,
      addressLine2: addressLine2 ?? null,
      addressCity,
      addressState,
      addressCountry,
      addressPostalCode,
      id: asset.id ?? null,
      accounts: caller.accounts,
    });
    if (twins.length > 0) throw conflict('asset_exists', 'An asset of this name and address exists');
  }
}
