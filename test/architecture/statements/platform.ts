import { ApiKeys, newSecret, RequestCounts } from '@app/platform/auth';
import { CollectFilesJob } from '@app/platform/files';
import { Database, Outbox } from '@app/platform/persistence';
import { PurgeIdempotencyKeysJob } from '@app/platform/rest';
import type { Given, Samples } from './sample.js';

/** With a key that was not used yet, because a known one is looked up again after seconds. */
async function read({ app }: Given): Promise<void> {
  await app.get('/v1/accounts', { key: await app.key() });
}

async function writeOnce({ app }: Given): Promise<void> {
  const { status } = await app.post('/v1/accounts', { name: 'Once' }, { key: await app.key(), headers: { 'Idempotency-Key': 'once' } }); // oxfmt-ignore
  expect(status).toBe(201);
}

async function authenticate({ app }: Given): Promise<void> {
  const secret = await app.key();
  await app.app.get(ApiKeys, { strict: false }).find(secret);
}

async function count({ app }: Given): Promise<void> {
  await new RequestCounts(app.app.get(Database), { points: 1, duration: 1 }).add(newSecret(), 1, 1_000);
}

export const PLATFORM: Samples = {
  'platform/src/auth/api-keys': [['a request with a key', authenticate]],
  'platform/src/auth/request-counts': [['a request with a limit', count]],
  'platform/src/files/collect-files': [['a run of CollectFilesJob', ({ run }) => run(CollectFilesJob)]],
  'platform/src/persistence/jobs/outbox': [
    ['the entries of a consumer', ({ app }) => app.app.get(Outbox, { strict: false }).find('consumer')],
    ['those of an asset', ({ app }) => app.app.get(Outbox, { strict: false }).find('consumer', '1')],
  ],
  'platform/src/persistence/reads/cache-invalidation': [['a read', read]],
  'platform/src/rest/serve/idempotency': [
    ['a request with an Idempotency-Key', writeOnce],
    ['a run of PurgeIdempotencyKeysJob', ({ run }) => run(PurgeIdempotencyKeysJob)],
  ],
};
