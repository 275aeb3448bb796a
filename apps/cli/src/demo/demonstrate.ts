import { createHash } from 'node:crypto';
import { Database } from '@app/platform/persistence';
import { newSecret } from '@app/platform/auth';
import { SETTINGS, type Settings } from '@app/platform/core';
import { PingWebhook } from '@app/events/provisioning';
import type { INestApplicationContext } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { QueryConfig } from 'pg';
import { inContexts } from '../contexts.js';
import { type DemoDocument, demonstration } from './demonstration.js';
import { demonstrationFile } from './files.js';
import { fewTermEntries, flatEntries, leaseTermEntries, unmatchedEntry } from './prices.js';
import type { Io } from '../io.js';
import { Keys } from '../keys/keys.js';
import { step } from '../progress.js';
import { applyDeclaration, type Outcomes } from '../provision/provision.js';
import { demoKeyState, type DemoState, type Example, readDemoState, writeDemoState } from './demo-key.js';
import { PriceFeed } from './price-feed.js';

/** Advisory lock: one process loads the demonstration at a time. */
const DEMONSTRATION_LOCK = 4_711_202_321;
/** Maximum wait for another load, in milliseconds. */
const LOAD_TIMEOUT = 600_000;

const KEY_NAME = 'demonstration';

const EVERYTHING = { accounts: null, assets: null, isReadOnly: false, expiresAt: null, rateLimit: null };

const FOREIGN = 'select from catalog.asset_v1 where name <> all (:names) limit 1';

/** The loaded demonstration, as printed by `npm start`. */
export interface Demonstration {
  /** undefined if DATA_DIR lacks it, as after `restore`; the database stores only its hash */
  key: string | undefined;
  example: Example;
  /** keys of an embed and a landing page of the example; null if deleted */
  pages: { embed: string | null; share: string | null };
  /** whether an older version of the demonstration is loaded */
  isOlder: boolean;
}

const PAGES = `select
  (select embed.key from mapping.embed embed
    join mapping.embed_map placed on placed.account_id = embed.account_id and placed.embed_id = embed.id
    where placed.asset_id = :asset order by embed.id limit 1) as embed,
  (select page.key from mapping.landing_page page where page.asset_id = :asset order by page.id limit 1) as share`;

async function shown(
  app: INestApplicationContext,
  { key, version }: Pick<Demonstration, 'key'> & Pick<DemoState, 'version'>,
  example: Example,
): Promise<Demonstration> {
  const [pages] = await app.get(Database).rows<Demonstration['pages']>(PAGES, { asset: example.asset });
  return { key, example, pages: pages!, isOlder: key !== undefined && version !== versionOf(demonstration()) };
}

/** Finds a loaded demonstration by its key, even if another DATA_DIR holds the key. */
const LOADED = `select process.asset_id::text as asset, process.id::text as process
  from pricing.process process join catalog.asset_v1 asset on asset.id = process.asset_id
  where asset.name = any (:names) and process.published_transaction_id is not null
    and exists (select from platform.api_key where name = :key and revoked_at is null and coalesce(expires_at > platform.now(), true))
  order by process.id limit 1`;

async function loadedElsewhere(app: INestApplicationContext): Promise<Example | undefined> {
  const names = demonstration().assets.map(({ name }) => name);
  return (await app.get(Database).rows<Example>(LOADED, { names, key: KEY_NAME }))[0];
}

/** Loads the demonstration on the first start, or completes an interrupted load; later starts only read its key. */
export function firstDemonstration(
  io: Io,
  app: INestApplicationContext,
  base: string,
): Promise<Demonstration | undefined> {
  return alone(app, async () => {
    const state = readDemoState(io);
    const known = state ? await demoKeyState(app, state.key) : 'unknown';
    if (known === 'ended') return undefined;
    if (known === 'valid' && state?.loaded) return shown(app, state, state.loaded);
    if (known === 'unknown' && (await hasForeignAssets(app))) return undefined;
    const example = known === 'unknown' ? await loadedElsewhere(app) : undefined;
    if (example) return shown(app, { key: undefined }, example);
    return load(io, app, base, { replacePrices: false });
  });
}

/** Loads or resets the demonstration, with prices that start today. */
export const loadDemonstration = (io: Io, app: INestApplicationContext, base: string): Promise<Demonstration> =>
  alone(app, () => load(io, app, base, { replacePrices: true }));

/** Every step is idempotent. @param replacePrices whether to replace existing prices */
async function load(
  io: Io,
  app: INestApplicationContext,
  base: string,
  { replacePrices }: { replacePrices: boolean },
): Promise<Demonstration> {
  const key = await demoKey(io, app);
  const feed = new PriceFeed(base, key, io.signal);
  await feed.requireSameDatabase();
  const document = demonstration();
  // In contexts of its own: the running main API lacks the data models context.
  const outcomes = await step(io, 'Loading the demonstration', () =>
    inContexts(
      app.get<Settings>(SETTINGS),
      async (contexts) => {
        const { outcomes } = await applyDeclaration(contexts, { value: document, read: demonstrationFile });
        const { id, outcome } = outcomes.get('webhooks.0')!;
        if (outcome === 'created') await contexts.get(CommandBus).execute(new PingWebhook(id));
        return outcomes;
      },
      {},
    ),
  );
  const all = feeds(document, outcomes);
  for (const { title, asset, process, entries } of all)
    if (replacePrices || !(await feed.hasPrices(asset, process)))
      await step(io, `Pushing ${title}`, async (tell) => {
        const wanted = entries();
        if (replacePrices) await feed.restoreUnits(asset, process, wanted);
        await feed.publish(asset, process, wanted, tell);
        await feed.discount(asset, process);
      });
  const { asset, process } = all[0]!;
  const state = { key, loaded: { asset, process }, version: versionOf(document) };
  writeDemoState(io, state);
  return shown(app, state, state.loaded);
}

/** Changes with the content of the demonstration. */
const versionOf = (document: DemoDocument): string =>
  createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 12);

/** Writes the key to the file before the database, so that a crash in between does not lose it. */
async function demoKey(io: Io, app: INestApplicationContext): Promise<string> {
  const kept = readDemoState(io)?.key;
  const known = kept ? await demoKeyState(app, kept) : 'unknown';
  if (kept && known === 'valid') return kept;
  const key = kept && known === 'unknown' ? kept : newSecret();
  writeDemoState(io, { key, loaded: null });
  await new Keys(app).create(
    {
      ...EVERYTHING,
      name: KEY_NAME,
      permissions: ['service.*', 'manage.*', 'keys.manage', 'webhooks.manage', 'audit.read'],
    },
    key,
  );
  return key;
}

function feeds({ assets }: DemoDocument, outcomes: Outcomes) {
  const today = new Date().toISOString().slice(0, 10);
  return assets.flatMap((asset, n) =>
    asset.pricing_processes.map(({ name, pricing_strategy }, at) => ({
      title: `${name}, ${asset.name}`,
      asset: outcomes.get(`assets.${n}`)!.id,
      process: outcomes.get(`assets.${n}.pricing_processes.${at}`)!.id,
      entries: () =>
        pricing_strategy === 'flat_pricing'
          ? n === 0
            ? [...fewTermEntries(asset, today), unmatchedEntry(asset, today)]
            : flatEntries(asset, today)
          : leaseTermEntries(asset, today),
    })),
  );
}

async function hasForeignAssets(app: INestApplicationContext): Promise<boolean> {
  const names = demonstration().assets.map(({ name }) => name);
  return (await app.get(Database).rows(FOREIGN, { names })).length > 0;
}

async function alone<T>(app: INestApplicationContext, work: () => Promise<T>): Promise<T> {
  const client = await app.get(Database).pool.connect();
  try {
    await client.query('set statement_timeout = 0');
    const lock: QueryConfig & { query_timeout: number } = {
      text: 'select pg_advisory_lock($1)',
      values: [DEMONSTRATION_LOCK],
      query_timeout: LOAD_TIMEOUT,
    };
    await client.query(lock);
    return await work();
  } finally {
    client.release(true); // closing the connection releases the lock
  }
}
