import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectionsOf } from '@app/platform/persistence';
import { TestApp } from '../support/app.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/operations/database.md'), 'utf8');

const app = TestApp.forSuite();

/** What a server logs when it starts. */
async function logOf(env: NodeJS.ProcessEnv, isDone: (text: string) => boolean): Promise<string> {
  const file = join(app.dataDir, `${Math.random()}.log`);
  await app.replica({ LOG_LEVEL: 'warn', LOG_FILE: file, ...env });
  for (let tries = 0; tries < 100 && !isDone(readFileSync(file, 'utf8')); tries++) await sleep(20);
  return readFileSync(file, 'utf8');
}

describe('A server', () => {
  it('warns when it may use more connections than Postgres allows', async () => {
    const warned = await logOf({ DATABASE_POOL: '900' }, (text) => text.includes('connections'));
    expect(warned).toMatch(
      /"msg":"Postgres allows \d+ connections, and this server may open 901: raise max_connections, or lower DATABASE_POOL"/,
    );
    expect(await logOf({ DATABASE_POOL: '4' }, () => false)).not.toContain('max_connections');
  });

  it('compares its connections with the limits of the role, the database and the server', async () => {
    const limit = async () => {
      const { text } = await (await app.replica({ DATABASE_POOL: '4' })).get('/metrics', { key: null, flags: null });
      return Number(/^database_connection_limit (\d+)/m.exec(text)?.[1]);
    };
    const [server] = await app.sql<{ most: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as most`,
    );
    expect(await limit()).toBe(server!.most);
    const [database] = await app.sql<{ name: string }>('select current_database() as name');
    await app.sql(`alter database ${database!.name} connection limit 77`);
    expect(await limit()).toBe(77);
  });

  it('uses as many connections as docs/operations/database.md computes', () => {
    const rows = [...PAGE.matchAll(/^\| .* \| (\d[\d x+()]*\d\)?) +\| +(\d+) \|$/gm)];
    expect(rows.length).toBe(5);
    for (const [, computation, sum] of rows) {
      // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the pattern allows only arithmetic
      const value = Number(new Function(`return ${computation!.replaceAll('x', '*')}`)());
      expect([computation, value]).toEqual([computation, Number(sum)]);
    }
    expect(rows.map(([, computation]) => computation!.trim())).toEqual([
      `2 x ${connectionsOf(1, 30)}`,
      `3 x ${connectionsOf(1, 30)} + ${connectionsOf(1, 30)}`,
      `4 x (${Math.floor(30 / 4)} + 1)`,
      `16 x (4 + 1)`,
      `12 x ${connectionsOf(1, 30)} + 2 + 1`,
    ]);
  });
});
