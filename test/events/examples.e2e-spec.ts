import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DeliverWebhooksJob } from '../../libs/events/src/webhooks/deliver-webhooks.job.js';
import { RelayEventsJob } from '../../libs/events/src/feed/relay-events.job.js';
import { TestApp } from '../support/app.js';
import { freePort } from '../support/free-port.mjs';
import { givenAsset, givenPrices, type GivenAsset } from '../support/given.js';

const EXAMPLES = join(import.meta.dirname, '../../examples/events');
const app = TestApp.forSuite({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1' });
const hasPython = spawnSync('python3', ['--version']).status === 0;

let folder: string;
let asset: GivenAsset;
let key: string;
let running: ChildProcess | undefined;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'copy-'));
  asset = await givenAsset(app);
  key = await app.key();
});
afterEach(async () => {
  await killed();
  await app.advance(0);
  await app.sql('delete from events.webhook');
  rmSync(folder, { recursive: true, force: true });
});

const file = () => join(folder, 'copy.json');

function run(command: string, example: string, env: NodeJS.ProcessEnv = {}): void {
  const options = { env: { PATH: process.env['PATH'], API_KEY: key, ...env }, stdio: 'ignore' } as const;
  running = spawn(command, [join(EXAMPLES, example), app.base + asset.path, file()], options);
}

async function killed(): Promise<void> {
  const child = running;
  running = undefined;
  if (!child?.kill('SIGKILL')) return;
  await once(child, 'exit');
}

/** Units and prices as REST lists them. */
async function listed() {
  const list = async (path: string) =>
    (await app.get(`${asset.path}/${path}`)).body.data as { id: string; price: number | null }[];
  const units = Object.fromEntries((await list('units')).map((unit) => [unit.id, unit]));
  const prices: Record<string, object> = {};
  for (const { id } of await list('pricing'))
    prices[id] = Object.fromEntries(
      (await list(`pricing/${id}/units`)).filter(({ price }) => price !== null).map((unit) => [unit.id, unit.price]),
    );
  return { units, prices };
}

const copied = () => {
  const { units, prices } = JSON.parse(readFileSync(file(), 'utf8')) as Awaited<ReturnType<typeof listed>>;
  return { units, prices };
};

/** Until the copy equals what REST lists. */
async function agrees(step: () => Promise<void> = () => sleep(20)): Promise<void> {
  const expected = await listed();
  const end = Date.now() + 60_000;
  while (
    !existsSync(file()) ||
    (JSON.stringify(sorted(copied())) !== JSON.stringify(sorted(expected)) && Date.now() < end)
  )
    await step();
  expect(copied()).toEqual(expected);
}

const sorted = ({ units, prices }: Awaited<ReturnType<typeof listed>>) => [
  Object.entries(units).map(([id, unit]) => [id, Object.entries(unit).sort()]),
  Object.entries(prices),
];

async function changed(area: number): Promise<void> {
  for (const id of asset.units.slice(0, 2)) {
    const { status } = await app.put(`${asset.path}/units/${id}`, { id, asset_id: asset.id, area });
    expect(status).toBe(200);
  }
}

/** Changes units and prices, also while the program does not run. */
async function changes(start: () => void, seen: () => Promise<void>): Promise<void> {
  await seen();
  await changed(801);
  await givenPrices(app, asset, { 101: 2000, 102: 2100 });
  await seen();
  await killed();
  await changed(802);
  await givenPrices(app, asset, { 101: 1900, 103: 2200 });
  expect((await app.delete(`${asset.path}/units/${asset.units[2]}`)).status).toBe(200);
  start();
  await seen();
}

it('follow.mjs copies units and prices, and continues after it was killed and when its cursor has expired', async () => {
  const start = () => run(process.execPath, 'follow.mjs');
  start();
  await changes(start, agrees);
  await killed();
  await changed(803);
  const state = JSON.parse(readFileSync(file(), 'utf8')) as { cursor: string };
  writeFileSync(file(), JSON.stringify({ ...state, cursor: state.cursor.replace(/^\w{8}/, '00000000') }));
  start();
  await agrees();
}, 180_000);

const receivers: [string, string][] = [['node', 'receive.mjs'], ...(hasPython ? [['python3', 'receive.py'] as [string, string]] : [])]; // oxfmt-ignore
if (!hasPython) it.skip('receive.py needs python3', () => undefined);

it.each(receivers)(
  '%s %s copies units and prices, continues after it was killed, and refuses other senders',
  async (command, example) => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}/`;
    const types = ['unit.*', 'pricing.published', 'pricing_unit.*'];
    const { body } = await app.post('/v1/webhooks', { name: 'Copy', url, types });
    const env = { WEBHOOK_SECRET: (body as { secret: string }).secret, PORT: String(port) };
    const start = () => run(command === 'node' ? process.execPath : command, example, env);
    start();
    let minutes = 0;
    await changes(start, () =>
      agrees(async () => {
        await app.advance(++minutes * 5); // failed tries are due
        await app.run(RelayEventsJob);
        await app.app.get(DeliverWebhooksJob, { strict: false }).finish();
        await sleep(20);
      }),
    );

    const before = copied();
    const forged = await fetch(url, {
      method: 'POST',
      headers: {
        'webhook-id': '1-1',
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': 'v1,AAAA',
      },
      body: JSON.stringify({ type: 'unit.deleted', asset_id: asset.id, data: { id: asset.units[0] } }),
    });
    expect(forged.status).toBe(401);
    expect(copied()).toEqual(before);
  },
  180_000,
);

it('The receiver of the tutorial prints each publication once, and refuses other senders', async () => {
  const page = readFileSync(join(EXAMPLES, '../../docs/tutorials/react-to-price-changes.md'), 'utf8');
  const program = join(folder, 'receiver.mjs');
  writeFileSync(program, /```js\n([^]*?)```/.exec(page)![1]!);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const { body } = await app.post('/v1/webhooks', { name: 'Prices', url, types: ['pricing.*'] });
  const { id, secret } = body as { id: string; secret: string };
  const env = { PATH: process.env['PATH'], WEBHOOK_SECRET: secret, PORT: String(port) };
  running = spawn(process.execPath, [program], { env });
  let printed = '';
  running.stdout!.on('data', (text: Buffer) => (printed += text.toString()));

  const process1 = (await givenPrices(app, asset, { 101: 2000 })).split('/').at(-1)!;
  const deliver = async (minutes: number): Promise<void> => {
    await app.advance(minutes);
    await app.run(RelayEventsJob);
    await app.app.get(DeliverWebhooksJob, { strict: false }).finish();
  };
  const delivered = async (): Promise<number> =>
    (await app.get(`/v1/webhooks/${id}/deliveries?status=delivered`)).body.data.length as number;
  for (let minutes = 0; (await delivered()) === 0; minutes += 5) await deliver(minutes);
  const line = `Publication 1 of process ${process1}, asset ${asset.id}\n`;
  expect(printed).toBe(line);

  await app.post(`/v1/webhooks/${id}/replay`, { status: 'delivered' });
  await deliver(60);
  expect(await delivered()).toBe(1);
  expect(printed).toBe(line);
  for (const signature of ['v1,AAAA', 'é', ''])
    expect((await fetch(url, { method: 'POST', headers: { 'webhook-signature': signature }, body: '{}' })).status).toBe(
      401,
    );
}, 60_000);
