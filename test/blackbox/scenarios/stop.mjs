import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { times } from '../support/async.mjs';
import { compiled } from '../support/compiled.mjs';
import { Client } from '../support/http.mjs';
import { Fixtures } from '../support/fixtures.mjs';

/** Seconds that a server goes on after the signal, and ms between the balancer's questions. */
export const DRAIN_SECONDS = 1;
const ASKED_EVERY = 200;

/** Replicas behind a balancer stop one after the other, under load: no request is lost. */
export async function stop(deployment, findings, { short, rounds }) {
  const { Balancer } = await compiled('test/platform/health-balancer.ts');
  const fixtures = await Fixtures.find(deployment, 'First');
  const processes = await fixtures.list('main', '/v1/assets/{asset}/multifamily/pricing/{process}');
  const process = processes.at(-1).id; // nothing is open on the last
  const ingest = fixtures.path('main', '/v1/assets/{asset}/multifamily/pricing/{process}/ingest?commit=1', { process });
  const balancer = await Balancer.start(deployment.bases(), ASKED_EVERY);
  const client = new Client([balancer.base], deployment.keys.all, deployment.client().flags);
  const load = { over: false };
  const working = times(8, (at) => worker(client, fixtures, load, findings, at));
  try {
    for (let round = 0; round < (rounds ?? (short ? 2 : 20)); round++) {
      const at = round % deployment.main.length;
      const leaving = deployment.main[at];
      await sleep(300);
      const slow = slowDelivery(deployment, ingest, leaving, findings);
      leaving.signal('SIGTERM');
      await sleep(DRAIN_SECONDS * 500);
      const ready = await fetch(`${leaving.base}/health/ready`).catch(() => ({ status: 0 }));
      if (ready.status !== 503)
        findings.violation(`a stopping server answers /health/ready with ${ready.status}`, {
          request: { method: 'GET', path: '/health/ready' },
        });
      await slow;
      const code = await leaving.ended();
      if (code !== 0) findings.violation(`a stopped server exits with ${code}`);
      findings.count('stops');
      deployment.main[at] = await deployment.start('api');
      balancer.replace(at, deployment.main[at].base);
    }
  } finally {
    load.over = true;
    await working;
    await balancer.close();
  }
}

/** A request that is under way at the signal, and whose body ends only after the server takes no more connections. */
async function slowDelivery(deployment, path, { port }, findings) {
  const entries = JSON.stringify([{ unit_number: '101', provider_id: 'S', price: 1, available_on: '2027-01-01' }]);
  const headers = {
    'API-Key': deployment.keys.all,
    'Content-Type': 'application/json',
    'Content-Length': entries.length,
  };
  const asking = request({ port, method: 'POST', path, headers, agent: false });
  const answered = new Promise((settle) => {
    asking.on('response', (response) => settle(response.resume().statusCode));
    asking.on('error', ({ message }) => settle(message));
  });
  asking.write(entries.slice(0, 10));
  await sleep(DRAIN_SECONDS * 1_000 + 600);
  asking.end(entries.slice(10));
  const status = await answered;
  findings.count('slow deliveries');
  if (status !== 200) findings.violation('a request in flight at SIGTERM is lost', { detail: `${status}` });
}

async function worker(client, fixtures, load, findings, who) {
  const path = (template) => fixtures.path('main', `/v1/assets/{asset}/multifamily/${template}`);
  for (let turn = 0; !load.over; turn++) {
    const write = { asset_id: fixtures.asset, name: `${who}-${turn}` };
    const answer =
      turn % 5 === 0
        ? await client.post(path('buildings'), write)
        : await client.get(path(turn % 2 ? 'units' : 'pricing/{process}/units'));
    findings.count('requests');
    if (answer.status !== 200 && answer.status !== 201)
      findings.violation('a request is lost while a replica stops', {
        detail: `${answer.status} ${answer.error ?? answer.text.slice(0, 200)}`,
      });
    await sleep(3);
  }
}
