import { Agent } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { times } from '../support/async.mjs';
import { FLAGS } from '../../support/contract.mjs';
import { requestOf, send } from '../support/http.mjs';
import { abortOpen, feedsOf } from '../support/context.mjs';

/** Goals, in ms. */
const CUT = 30_000;
const LOOP_DELAY = 200;
/** When who reads nothing must have been cut off; and how many answers are more than the buffers below take. */
const UNREAD = 65_000;
const ASKED = 100;
/** How long others are watched before they have company. */
const USUAL = 12_000;
const ENTRIES = 200_000;
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** Clients that send a header a byte at a time: each is cut off in time, and others do not wait for them. */
export async function slowClients(context, count) {
  const { deployment, findings, timeFactor } = context;
  const [base] = deployment.bases();
  const usual = await others(context, base, sleep(USUAL));
  const from = performance.now();
  // not all in one moment, nor their bytes each second
  const cut = times(count, (at) => sleep((at * 1_000) / count).then(() => slowClient(base, from)));
  const slow = await others(context, base, cut);
  const lasted = Math.max(...(await cut));
  findings.count('slow clients', count);
  findings.note(`slow clients are cut off after ${(lasted / 1000).toFixed(1)} s`);
  findings.note(`p99 of others ${slow.toFixed(1)} ms, usually ${usual.toFixed(1)} ms`);
  if (lasted >= CUT) findings.violation('slow clients are not cut off in 30 s', { detail: `${Math.round(lasted)} ms` });
  if (slow > 2 * usual * timeFactor)
    findings.violation('other clients wait more than twice as long while some are slow', {
      detail: `p99 ${slow.toFixed(1)} ms, usually ${usual.toFixed(1)} ms`,
    });
}

/** @returns ms until it was cut off */
function slowClient(base, from) {
  const { hostname, port } = new URL(base);
  return new Promise((settle) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write('GET /v1/assets HTTP/1.1\r\nHost: a\r\nX-Slow: '),
    );
    const trickle = setInterval(() => socket.write('x'), 1_000);
    const give = setTimeout(() => socket.destroy(), CUT + 500);
    socket.on('error', () => undefined);
    socket.on('data', () => undefined);
    socket.on('close', () => {
      clearInterval(trickle);
      clearTimeout(give);
      settle(performance.now() - from);
    });
  });
}

/** Clients that ask for much and read none of it: what they have not taken in time never comes. */
export async function slowReaders({ deployment, findings }, count) {
  const [base] = deployment.bases();
  const ended = await times(count, () => slowReader(base));
  findings.count('slow readers', count);
  const whole = ended.filter((answers) => answers >= ASKED).length;
  if (whole > 0) findings.violation('clients that do not read are not cut off', { detail: `${whole} of ${count}` });
}

/** @returns how many answers come to one that reads only when it should have been cut off */
function slowReader(base) {
  const { hostname, port } = new URL(base);
  return new Promise((settle) => {
    let answers = 0;
    const socket = connect(Number(port), hostname, () => {
      socket.pause().write('GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(ASKED));
      setTimeout(() => socket.resume(), UNREAD);
    });
    socket.setTimeout(UNREAD + 10_000, () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => (answers += bytes.toString('latin1').split('HTTP/1.1 200').length - 1));
    socket.on('close', () => settle(answers));
  });
}

/** Reads, one after the other, until something is over. @returns p99 in ms */
async function others({ fixtures, key, findings }, base, end) {
  const path = fixtures.path('main', '/v1/assets/{asset}/multifamily/floors');
  const waits = [];
  let over = false;
  void end.then(() => (over = true));
  while (!over) {
    const { status, ms, error } = await send(base, requestOf('GET', path, { key, flags: FLAGS }));
    waits.push(ms);
    if (status !== 200) findings.violation(`beside slow clients a request is answered ${status || error}`);
    await sleep(10);
  }
  return p99(waits);
}

const p99 = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length * 0.99)];

/** As many entries and bytes as a delivery may have: the process has time for others meanwhile, as its own metrics tell. */
export async function largestDelivery({ deployment, findings, fixtures, timeFactor }) {
  const [base] = deployment.bases();
  const client = deployment.client();
  const [feed] = await feedsOf(fixtures);
  await abortOpen({ client }, feed);
  const body = largestBody();
  await loopDelay(base); // each look begins another measurement
  const sent = client.ask('POST', `${feed}/ingest?commit=1`, {
    ...{ raw: body, at: 0, within: 120_000 },
    headers: { 'Content-Type': 'application/json' },
  });
  const waits = [];
  let over = false;
  void sent.then(() => (over = true));
  const agent = new Agent({ keepAlive: true });
  while (!over) {
    waits.push((await send(base, { method: 'GET', path: '/health/live' }, { agent })).ms);
    await sleep(10);
  }
  agent.destroy();
  const { p99: delay, max } = await loopDelay(base);
  const { status, ms, text, error } = await sent;
  findings.count('largest deliveries');
  findings.note(
    `the largest delivery, ${(body.length / 2 ** 20).toFixed(1)} MiB: ${(ms / 1000).toFixed(1)} s; meanwhile p99 of the event loop's delay ${delay.toFixed(0)} ms, at most ${max.toFixed(0)} ms, p99 of /health/live from outside ${p99(waits).toFixed(0)} ms`,
  );
  if (status !== 200)
    findings.violation(`the largest delivery is answered ${status || error}`, { detail: text.slice(0, 200) });
  if (!(delay < LOOP_DELAY * timeFactor))
    findings.violation('the event loop stalls during the largest delivery', {
      detail: `p99 ${delay.toFixed(0)} ms`,
    });
}

function largestBody() {
  const entry = (at, text) =>
    JSON.stringify({
      ...{ unit_number: `${1_000 + (at % 1_000)}`, provider_id: `L${at}`, price: at, available_on: '2027-01-01' },
      specials_description: text,
    });
  const room = Math.floor(MAX_BODY_BYTES / ENTRIES) - entry(ENTRIES, '').length - 1;
  const text = 'x'.repeat(room);
  return Buffer.from(`[${Array.from({ length: ENTRIES }, (_, at) => entry(at, text)).join()}]`);
}

/** Since the last look, in ms, as the service measures it. */
async function loopDelay(base) {
  const { text } = await send(base, { method: 'GET', path: '/metrics' });
  const read = (name) =>
    1000 * Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds\\S* (\\S+)`, 'm').exec(text)?.[1]);
  return { p99: read('p99'), max: read('max') };
}
