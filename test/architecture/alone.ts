import { ApiKey, ApiKeyRepository, newSecret } from '@app/platform/auth';
import { createServer, PlatformModule, platformPersistence, migrate } from '@app/platform/runtime';
import { Database, type Persistence, UnitOfWork } from '@app/platform/persistence';
import { Operations, type Operation } from '@app/platform/rest';
import { readSettings } from '@app/platform/core';
import type { Type } from '@nestjs/common';
import { createTestDatabase } from '../support/database.js';

export interface Answered {
  /** as in the OpenAPI document: `list-units` */
  operation: string;
  status: number;
}

export interface Alone {
  operations: readonly Operation[];
  /** The responses to every GET, for an asset without other data. */
  ask(): Promise<Answered[]>;
  close(): Promise<void>;
}

const ASSET = `insert into catalog.asset
  (market, name, display_name, address_line1, address_city, address_state, address_country, address_postal_code)
  values ('multifamily', 'Alone', 'Alone', '1 Way', 'Town', 'NY', 'USA', '10001')`;

/**
 * Boots one context with the platform and no other context: no module, no handler, no entity.
 * @param below contexts whose tables it references
 * @param routes the module of its routes, if it is another one
 */
export async function bootAlone(
  context: Type & { persistence: Persistence },
  below: Persistence[],
  routes: Type = context,
): Promise<Alone> {
  const database = await createTestDatabase();
  await migrate({ url: database.url, poolSize: 2, contexts: [platformPersistence, ...below, context.persistence] });
  const settings = readSettings({ DATABASE_URL: database.url, RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'silent' });
  const imports = [PlatformModule.forRoot(settings, [context.persistence]), routes];
  const app = await createServer({ module: class {}, imports }, settings);
  const { all: operations } = app.get(Operations);
  const secret = newSecret();
  const everywhere = { accounts: null, assets: null, isReadOnly: false, expiresAt: null, rateLimit: null };
  const terms = { permissions: ['service.*', 'keys.manage', 'webhooks.manage', 'audit.read'], ...everywhere };
  await app.get(UnitOfWork).run(async () => {
    await app.get(Database).execute(ASSET);
    await app.get(ApiKeyRepository).add(new ApiKey('alone', secret, terms));
  });
  await app.listen(0, '127.0.0.1');
  const base = await app.getUrl();

  async function get({ id, path, flag }: Operation): Promise<Answered> {
    const headers = { 'API-Key': secret, ...(flag && { 'Experimental-Flags': flag }) };
    const { status } = await fetch(`${base}/${path.replace(/:\w+/g, '1')}`, { headers });
    return { operation: id, status };
  }

  return {
    operations,
    ask: () => Promise.all(operations.filter((operation) => operation.method === 'GET').map(get)),
    close: async () => {
      await app.close();
      await database.drop();
    },
  };
}
