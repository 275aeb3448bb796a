import { Database } from '@app/platform/persistence';
import { type FieldErrors, invalid, MAX_RATE_LIMIT } from '@app/platform/core';
import { EVENT_CHOICES, WriteWebhook } from '@app/events/provisioning';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Keys } from '../keys/keys.js';
import { expiryOf, permissionNamed } from '../keys/permissions.js';
import {
  byType,
  fields,
  type Item,
  NAME,
  type Outcome,
  REFERENCE,
  type Section,
  type SectionContext,
} from './section.js';

/** What sees assets. */
interface Scoped extends Item {
  /** by name or id */
  accounts: 'all' | (string | { id: string })[];
  /** the only assets that it sees, by name or id; default: all of its accounts */
  assets?: (string | { id: string })[] | null;
}

const SCOPE = {
  accounts: byType('string', { enum: ['all'] }, { type: 'array', items: REFERENCE }),
  'assets?': byType('null', { type: 'null' }, { type: 'array', items: REFERENCE }),
};

/** Lists that would select nothing. */
function scopeErrors(items: readonly Scoped[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const [n, { accounts, assets }] of items.entries()) {
    if (accounts.length === 0) errors[`${n}.accounts`] = ['must be all, or name at least one account'];
    if (assets?.length === 0) errors[`${n}.assets`] = ['must name at least one asset'];
  }
  return errors;
}

interface KeyItem extends Scoped {
  name: string;
  permissions: string[];
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
    ...SCOPE,
    'is_read_only?': { type: 'boolean' },
    'expires_at?': { type: ['string', 'null'] },
    'rate_limit?': { type: ['integer', 'null'], minimum: 0, maximum: MAX_RATE_LIMIT },
  }),
  key: ['name'],
  check(items) {
    const errors = scopeErrors(items as readonly KeyItem[]);
    for (const [n, { permissions, expires_at: expires }] of (items as readonly KeyItem[]).entries()) {
      if (permissions.length === 0) errors[`${n}.permissions`] = ['must name at least one permission'];
      permissions.forEach((text, at) => {
        if (permissionNamed(text) === undefined) errors[`${n}.permissions.${at}`] = [`"${text}" is not a permission`];
      });
      if (expires && !expiryOf(expires)) errors[`${n}.expires_at`] = ['must be a date such as 2027-12-31'];
    }
    return errors;
  },
  apply(app, items, { idOf }) {
    return eachScoped(app, items as readonly KeyItem[], idOf, (key, { accounts, assets }) => {
      const permissions = key.permissions.map((text) => permissionNamed(text)!);
      const expiresAt = key.expires_at ? expiryOf(key.expires_at)! : null;
      const terms = { permissions, accounts, assets, expiresAt };
      const limits = { isReadOnly: key.is_read_only ?? false, rateLimit: key.rate_limit ?? null };
      return new Keys(app).upsert({ name: key.name, ...terms, ...limits });
    });
  },
};

interface WebhookItem extends Scoped {
  name: string;
  url: string;
  types: string[];
  is_enabled?: boolean;
}

const webhooks: Section = {
  path: 'webhooks',
  item: fields({
    name: NAME,
    url: { type: 'string', format: 'http-url', maxLength: 2047 },
    types: { type: 'array', minItems: 1, items: { type: 'string', enum: EVENT_CHOICES } },
    ...SCOPE,
    'is_enabled?': { type: 'boolean' },
  }),
  key: ['name'],
  check: (items) => scopeErrors(items as readonly WebhookItem[]),
  apply(app, items, { idOf }) {
    return eachScoped(app, items as readonly WebhookItem[], idOf, ({ name, url, types, is_enabled }, scope) =>
      app
        .get(CommandBus)
        .execute(new WriteWebhook({ name, scope }, { name, url, types, isEnabled: is_enabled ?? true })),
    );
  },
};

/** Resolves the accounts and assets of each item, then applies it. */
async function eachScoped<T extends Scoped>(
  app: INestApplicationContext,
  items: readonly T[],
  idOf: SectionContext['idOf'],
  apply: (item: T, scope: { accounts: string[] | null; assets: string[] | null }) => Promise<Outcome>,
): Promise<Outcome[]> {
  const errors: FieldErrors = {};
  const outcomes: Outcome[] = [];
  for (const [n, item] of items.entries()) {
    const accounts = item.accounts === 'all' ? null : await idsOf(app, 'account', item.accounts, idOf);
    const assets = item.assets ? await idsOf(app, 'asset', item.assets, idOf) : null;
    accounts?.forEach((id, at) => {
      if (id === undefined) errors[`${n}.accounts.${at}`] = ['is not the name of one account'];
    });
    assets?.forEach((id, at) => {
      if (id === undefined) errors[`${n}.assets.${at}`] = ['is not the name of one asset'];
    });
    if (Object.keys(errors).length > 0) continue;
    outcomes.push(await apply(item, { accounts: accounts as string[] | null, assets: assets as string[] | null }));
  }
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return outcomes;
}

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

export const keysSections = [keys, webhooks];
