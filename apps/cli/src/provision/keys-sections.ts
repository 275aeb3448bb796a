import { Database } from '@app/platform/persistence';
import { type FieldErrors, invalid, MAX_RATE_LIMIT } from '@app/platform/core';
import type { INestApplicationContext } from '@nestjs/common';
import { Keys } from '../keys/keys.js';
import { expiryOf, permissionNamed } from '../keys/permissions.js';
import { byType, fields, type Item, NAME, type Outcome, REFERENCE, type Section } from './section.js';

interface KeyItem extends Item {
  name: string;
  permissions: string[];
  /** by name or id */
  accounts: 'all' | (string | { id: string })[];
  /** default: the key never expires */
  expires_at?: string | null;
  /** default: the server's limit */
  rate_limit?: number | null;
}

const keys: Section = {
  path: 'keys',
  item: fields({
    name: NAME,
    permissions: { type: 'array', items: { type: 'string' } },
    accounts: byType('string', { enum: ['all'] }, { type: 'array', items: REFERENCE }),
    'expires_at?': { type: ['string', 'null'] },
    'rate_limit?': { type: ['integer', 'null'], minimum: 0, maximum: MAX_RATE_LIMIT },
  }),
  key: ['name'],
  check(items) {
    const errors: FieldErrors = {};
    for (const [n, { permissions, accounts, expires_at: expires }] of (items as readonly KeyItem[]).entries()) {
      if (permissions.length === 0) errors[`${n}.permissions`] = ['must name at least one permission'];
      permissions.forEach((text, at) => {
        if (permissionNamed(text) === undefined) errors[`${n}.permissions.${at}`] = [`"${text}" is not a permission`];
      });
      if (accounts.length === 0) errors[`${n}.accounts`] = ['must be all, or name at least one account'];
      if (expires && !expiryOf(expires)) errors[`${n}.expires_at`] = ['must be a date such as 2027-12-31'];
    }
    return errors;
  },
  async apply(app, items, { idOf }) {
    const errors: FieldErrors = {};
    const outcomes: Outcome[] = [];
    for (const [n, key] of (items as readonly KeyItem[]).entries()) {
      const accounts = key.accounts === 'all' ? null : await accountIds(app, key.accounts, idOf);
      accounts?.forEach((id, at) => {
        if (id === undefined) errors[`${n}.accounts.${at}`] = ['is not the name of one account'];
      });
      if (Object.keys(errors).length > 0) continue;
      const permissions = key.permissions.map((text) => permissionNamed(text)!);
      const expiresAt = key.expires_at ? expiryOf(key.expires_at)! : null;
      const terms = {
        permissions,
        accounts: accounts as string[] | null,
        expiresAt,
        rateLimit: key.rate_limit ?? null,
      };
      outcomes.push(await new Keys(app).upsert({ name: key.name, ...terms }));
    }
    if (Object.keys(errors).length > 0) throw invalid(errors);
    return outcomes;
  },
};

const FIND = `select min(id)::text as id from catalog.account_v1 where id::text = :id or name = :name having count(*) = 1`;

function accountIds(
  app: INestApplicationContext,
  accounts: (string | { id: string })[],
  idOf: (section: string, name: string) => string | undefined,
): Promise<(string | undefined)[]> {
  const find = async (account: string | { id: string }): Promise<string | undefined> => {
    const known = typeof account === 'string' ? idOf('accounts', account) : undefined;
    const by = typeof account === 'string' ? { id: null, name: account } : { id: account.id, name: null };
    return known ?? (await app.get(Database).rows<{ id: string }>(FIND, by))[0]?.id;
  };
  return accounts.reduce<Promise<(string | undefined)[]>>(
    async (found, account) => [...(await found), await find(account)],
    Promise.resolve([]),
  );
}

export const keysSections = [keys];
