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
  /** the only assets that it sees, by name or id; default: all of its accounts */
  assets?: (string | { id: string })[] | null;
  is_read_only?: boolean;
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
    'assets?': byType('null', { type: 'null' }, { type: 'array', items: REFERENCE }),
    'is_read_only?': { type: 'boolean' },
    'expires_at?': { type: ['string', 'null'] },
    'rate_limit?': { type: ['integer', 'null'], minimum: 0, maximum: MAX_RATE_LIMIT },
  }),
  key: ['name'],
  check(items) {
    const errors: FieldErrors = {};
    for (const [n, key] of (items as readonly KeyItem[]).entries()) {
      const { permissions, accounts, expires_at: expires } = key;
      if (permissions.length === 0) errors[`${n}.permissions`] = ['must name at least one permission'];
      permissions.forEach((text, at) => {
        if (permissionNamed(text) === undefined) errors[`${n}.permissions.${at}`] = [`"${text}" is not a permission`];
      });
      if (accounts.length === 0) errors[`${n}.accounts`] = ['must be all, or name at least one account'];
      if (key.assets?.length === 0) errors[`${n}.assets`] = ['must name at least one asset'];
      if (expires && !expiryOf(expires)) errors[`${n}.expires_at`] = ['must be a date such as 2027-12-31'];
    }
    return errors;
  },
  async apply(app, items, { idOf }) {
    const errors: FieldErrors = {};
    const outcomes: Outcome[] = [];
    for (const [n, key] of (items as readonly KeyItem[]).entries()) {
      const accounts = key.accounts === 'all' ? null : await idsOf(app, 'account', key.accounts, idOf);
      const assets = key.assets ? await idsOf(app, 'asset', key.assets, idOf) : null;
      accounts?.forEach((id, at) => {
        if (id === undefined) errors[`${n}.accounts.${at}`] = ['is not the name of one account'];
      });
      assets?.forEach((id, at) => {
        if (id === undefined) errors[`${n}.assets.${at}`] = ['is not the name of one asset'];
      });
      if (Object.keys(errors).length > 0) continue;
      const permissions = key.permissions.map((text) => permissionNamed(text)!);
      const expiresAt = key.expires_at ? expiryOf(key.expires_at)! : null;
      const terms = {
        permissions,
        accounts: accounts as string[] | null,
        assets: assets as string[] | null,
        isReadOnly: key.is_read_only ?? false,
        expiresAt,
        rateLimit: key.rate_limit ?? null,
      };
      outcomes.push(await new Keys(app).upsert({ name: key.name, ...terms }));
    }
    if (Object.keys(errors).length > 0) throw invalid(errors);
    return outcomes;
  },
};

const find = (what: string) =>
  `select min(id)::text as id from catalog.${what}_v1 where id::text = :id or name = :name having count(*) = 1`;

function idsOf(
  app: INestApplicationContext,
  what: 'account' | 'asset',
  named: (string | { id: string })[],
  idOf: (section: string, name: string) => string | undefined,
): Promise<(string | undefined)[]> {
  const idFor = async (each: string | { id: string }): Promise<string | undefined> => {
    const known = typeof each === 'string' ? idOf(`${what}s`, each) : undefined;
    const by = typeof each === 'string' ? { id: null, name: each } : { id: each.id, name: null };
    return known ?? (await app.get(Database).rows<{ id: string }>(find(what), by))[0]?.id;
  };
  return named.reduce<Promise<(string | undefined)[]>>(
    async (found, each) => [...(await found), await idFor(each)],
    Promise.resolve([]),
  );
}

export const keysSections = [keys];
