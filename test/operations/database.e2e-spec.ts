import { execFileSync } from 'node:child_process';
import { chownSync, copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../apps/cli/src/embedded-postgres/embedded-postgres.js';
import { serverPaths, SUPERUSER, urlOf as addressOf } from '../../apps/cli/src/embedded-postgres/server-paths.js';
import { Operator } from '../cli/run.js';
import { TestApp } from '../support/app.js';
import { givenAsset } from '../support/given.js';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/operations/database.md'), 'utf8');
/** The statements of the page: those of the superuser, and those of the owner in the new database. */
const [PREPARE, GRANT] = [...PAGE.matchAll(/^```sql\n([^]*?)^```$/gm)].map(([, sql]) =>
  sql!
    .split(/;\n/)
    .map((statement) => statement.trim())
    .filter(Boolean),
);

const folder = mkdtempSync(join(tmpdir(), 'property-map-tls-'));
let server: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let operator: Operator;

/** An authority, and a certificate for localhost that it has signed. */
function makeCertificates(): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl('req', '-x509', ...key, '-days', '2', '-subj', '/CN=Test authority', '-keyout', 'ca.key', '-out', 'ca.pem');
  openssl('req', ...key, '-subj', '/CN=localhost', '-keyout', 'server.key', '-out', 'server.csr');
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost');
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
  openssl('x509', '-req', '-in', 'server.csr', ...signed, '-out', 'server.crt');
}

async function run(url: string, statements: readonly string[]): Promise<pg.QueryResult<Record<string, unknown>>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let result!: pg.QueryResult<Record<string, unknown>>;
    for (const statement of statements) result = await client.query(statement);
    return result;
  } finally {
    await client.end();
  }
}

/** The URL of a role of the page. */
function urlOf(role: string, parameters: string, { host = 'localhost' } = {}): string {
  const { port } = new URL(server.url);
  const password = new RegExp(`create role ${role} login password '([^']+)'`).exec(PAGE)![1]!;
  return `postgres://${role}:${password}@${host}:${port}/property_map${parameters}`;
}

const verified = `?sslmode=verify-full&sslrootcert=${encodeURIComponent(join(folder, 'ca.pem'))}`;

beforeAll(async () => {
  makeCertificates();
  operator = await Operator.create();
  server = await startEmbeddedPostgres(join(folder, 'data'), { fast: true });
  const data = join(folder, 'data/postgres');
  const { uid, gid } = statSync(data);
  for (const name of ['server.key', 'server.crt']) {
    copyFileSync(join(folder, name), join(data, name));
    execFileSync('chmod', ['600', join(data, name)]);
    chownSync(join(data, name), uid, gid);
  }
  const superuser = addressOf(
    serverPaths(join(folder, 'data')),
    Number(new URL(server.url).port),
    'postgres',
    SUPERUSER,
  );
  await run(superuser, [`alter system set ssl = on`, 'select pg_reload_conf()', ...PREPARE!]);
  await run(urlOf('property_map_owner', verified), GRANT!);
}, 120_000);

afterAll(async () => {
  await server?.stop();
  await operator?.leave();
  rmSync(folder, { recursive: true, force: true });
});

describe('A database prepared as documented', () => {
  it('is migrated by its owner, and serves a role that only reads and writes rows', async () => {
    const usual = urlOf('property_map', verified);
    const early = await operator.run(['keys', 'create', '--name', 'a', '--permissions', 'service.*', '--accounts', 'all'], { DATABASE_URL: usual }); // oxfmt-ignore
    expect([early.code, early.err]).toEqual([1, expect.stringContaining('permission denied')]);

    const migrated = await operator.run(['migrate'], { DATABASE_URL: urlOf('property_map_owner', verified) });
    expect([migrated.code, migrated.err]).toEqual([0, '']);
    for (const args of [['migrate'], ['keys', 'list'], ['provision', 'examples/property/property.yaml', '--dry-run']])
      expect([args, (await operator.run(args, { DATABASE_URL: usual })).code]).toEqual([args, 0]);

    const app = await TestApp.on(usual);
    try {
      const asset = await givenAsset(app);
      const [process] = await app.sql<{ id: string }>(
        `insert into pricing.process (asset_id, name, type, pricing_strategy) values ($1, 'Feed', 'push', 'flat_pricing') returning id::text`,
        [asset.id],
      );
      const entries = Array.from({ length: 3 }, (_, n) => ({ unit_number: `10${n + 1}`, provider_id: `P${n}`, price: 2400, available_on: '2027-01-01' })); // oxfmt-ignore
      const sent = await app.post(`${asset.path}/pricing/${process!.id}/ingest?commit=1`, entries);
      expect([sent.status, sent.body.entry_count]).toEqual([200, 3]);
      expect((await app.request('PUT', `${asset.path}/units/${asset.units[0]}`, { body: { id: asset.units[0], asset_id: asset.id, area: 700 } })).status).toBe(200); // oxfmt-ignore
      const list = await app.get(`${asset.path}/pricing/${process!.id}/units`);
      expect(list.body.data.map(({ price }: { price: number }) => price)).toEqual([2400, 2400, 2400]);
      const sessions = await app.sql<{ ssl: boolean; sessions: number }>(
        `select ssl, count(*)::int as sessions from pg_stat_ssl join pg_stat_activity using (pid) where usename = 'property_map' group by ssl`,
      );
      expect(sessions).toEqual([{ ssl: true, sessions: expect.any(Number) }]);
      await expect(app.sql('create table public.mine (id int)')).rejects.toThrow('permission denied');
      await expect(app.sql('alter table catalog.unit disable trigger all')).rejects.toThrow('must be owner');
    } finally {
      await app.close();
    }
    const backup = await operator.run(['backup', join(folder, 'a.backup')], { DATABASE_URL: usual });
    expect([backup.code, backup.err]).toEqual([0, '']);
  });

  it('is rejected in one line when its certificate cannot be verified', async () => {
    const status = async (url: string) => (await operator.run(['keys', 'list'], { DATABASE_URL: url })).err;
    const unknown = await status(urlOf('property_map', '?sslmode=verify-full'));
    expect(unknown).toMatch(/^[^\n]*unable to verify the first certificate[^\n]*\n$/);
    const misnamed = await status(urlOf('property_map', verified, { host: '127.0.0.1' }));
    expect(misnamed).toMatch(/^[^\n]*Hostname\/IP does not match certificate's altnames[^\n]*\n$/);
    const missing = await status(urlOf('property_map', '?sslmode=verify-full&sslrootcert=/none/ca.pem'));
    expect(missing).toMatch(/^[^\n]*\/none\/ca\.pem[^\n]*\n$/);
    expect(await status(urlOf('property_map', '?sslmode=no-verify'))).not.toMatch(/certificate/);
  });
});
