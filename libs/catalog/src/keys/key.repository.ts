import { ApiKey, ApiKeyRepository, type Caller, type KeyTerms } from '@app/platform/auth';
import {
  conflict,
  type FieldErrors,
  invalid,
  isId,
  notFound,
  Problem,
  SETTINGS,
  type Settings,
} from '@app/platform/core';
import { Database } from '@app/platform/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { isAccountVisible, isKeyVisible, isVisible } from '../access.js';
import { KeyRights } from './key-rights.value.js';

interface OwnRow extends Pick<KeyTerms, 'permissions' | 'accounts' | 'assets'> {
  rate_limit: number | null;
  expires_at: Date | null;
  is_read_only: boolean;
}

/** A revocation or a smaller scope of the calling key waits until the change that it allows is stored. */
const OWN = `select key.permissions, key.accounts::text[], key.assets::text[], key.rate_limit, key.expires_at, key.is_read_only
  from platform.api_key key where key.id = :key and key.revoked_at is null
    and (key.expires_at is null or key.expires_at > platform.now()) for share`;

const VISIBLE = `select from platform.api_key key where key.id = :key and ${isKeyVisible('key')}`;

const KNOWN_ACCOUNTS = `select account.id::text from unnest(:ids::bigint[]) wanted join catalog.account account
  on account.id = wanted and ${isAccountVisible('account.id')}`;

const KNOWN_ASSETS = `select asset.id::text from catalog.asset asset
  where asset.id = any (:ids::bigint[]) and ${isVisible('asset.id')}`;

/** The keys that a key manages: those that may do no more than itself. */
@Injectable()
export class ManagedKeys {
  constructor(
    private readonly database: Database,
    private readonly keys: ApiKeyRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** The rights of the calling key as stored, which its cached rights may exceed for seconds. @throws Problem 403 */
  async rightsOf({ keyId }: Caller): Promise<KeyRights> {
    const [row] = await this.database.rows<OwnRow>(OWN, { key: keyId });
    if (!row || row.is_read_only || !row.permissions.some((held) => held === 'keys.manage' || held === 'keys.*'))
      throw new Problem('forbidden', 'permission_missing', 'The API key lacks the permission keys.manage');
    const { permissions, accounts, assets } = row;
    const terms = { permissions, accounts, assets, rateLimit: row.rate_limit, expiresAt: row.expires_at };
    return new KeyRights({ ...terms, isReadOnly: false }, this.settings.rateLimit);
  }

  /** Locks a key within the rights. @throws Problem 404 */
  async lock(id: string, { terms }: KeyRights): Promise<ApiKey> {
    const key = await this.keys.lock({ id });
    const { permissions, accounts, assets } = terms;
    const [visible] = await this.database.rows(VISIBLE, { key: id, permissions, accounts, assets });
    if (!visible) throw notFound();
    return key;
  }

  /** @throws Problem 422 naming each term that is beyond the rights, or names an unknown account or asset */
  async requireWithin(rights: KeyRights, terms: Partial<KeyTerms>, now: Date): Promise<void> {
    const { accounts, assets } = rights.terms;
    const errors: FieldErrors = rights.errors(terms);
    if (terms.expiresAt && terms.expiresAt <= now) errors['expires_at'] ??= ['is in the past'];
    // the assets of the calling key may be its only ones, so its accounts are compared without them
    await this.requireKnown('account_ids', terms.accounts, KNOWN_ACCOUNTS, { accounts, assets: null }, errors);
    await this.requireKnown('asset_ids', terms.assets, KNOWN_ASSETS, { accounts, assets }, errors);
    if (Object.keys(errors).length > 0) throw invalid(errors);
  }

  private async requireKnown(
    field: string,
    ids: readonly string[] | null | undefined,
    sql: string,
    visible: object,
    errors: FieldErrors,
  ): Promise<void> {
    if (!ids || field in errors) return;
    const found = await this.database.rows<{ id: string }>(sql, { ...visible, ids: ids.filter(isId) });
    const known = new Set(found.map(({ id }) => id));
    ids.forEach((id, at) => {
      if (!known.has(id)) errors[`${field}.${at}`] = ['is not known'];
    });
  }
}

/** @throws Problem 409 when a key would take rights away from itself */
export function requireOther({ keyId }: Caller, id: string, what: string): void {
  if (keyId === id)
    throw conflict(
      'own_key',
      `A key cannot ${what} itself, because nobody could undo it: send the request with another key`,
    );
}
