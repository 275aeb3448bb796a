import { ApiKeys, newSecret, RequestCounts } from '@app/platform/auth';
import { CollectFilesJob } from '@app/platform/files';
import { Database, Outbox } from '@app/platform/persistence';
import { PurgeIdempotencyKeysJob } from '@app/platform/rest';
import { CacheInvalidation } from '../../../libs/platform/src/persistence/reads/cache-invalidation.js';
import { IdempotencyStore } from '../../../libs/platform/src/rest/serve/idempotency.js';
import type { Given, Samples } from './sample.js';

const stored = (response: unknown) => () => Promise.resolve(response as never);

async function idempotently({ app }: Given): Promise<void> {
  const store = app.app.get(IdempotencyStore, { strict: false });
  await store.once('1', 'key', Buffer.from('x'), stored({ status: 200, headers: {} }));
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
  'platform/src/persistence/reads/cache-invalidation': [
    ['changes since the last request', ({ app }) => app.app.get(CacheInvalidation, { strict: false }).poll()],
  ],
  'platform/src/rest/serve/idempotency': [
    ['a request with an Idempotency-Key', idempotently],
    ['a run of PurgeIdempotencyKeysJob', ({ run }) => run(PurgeIdempotencyKeysJob)],
  ],
};
