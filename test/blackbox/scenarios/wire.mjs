import { connect } from 'node:net';
import { each } from '../support/async.mjs';
import { FLAGS } from '../../support/contract.mjs';
import { requestOf, send } from '../support/http.mjs';
import { faultsOf } from '../support/invariants.mjs';
import { blackPng, PNG, SVG } from '../support/property.mjs';
import { timeFactorOf } from '../support/time-factor.mjs';
import { randomOf } from '../support/random.mjs';
import { formCases, wireCases } from '../support/wire-cases.mjs';
import { encodeForm, Fixtures } from '../support/fixtures.mjs';
import { largestDelivery, slowClients, slowReaders } from './load.mjs';

const MiB = 1024 * 1024;

/** Bytes on sockets that no client sends, forms of all kinds, and clients that are slow. */
export async function wire(deployment, findings, options) {
  const fixtures = await Fixtures.find(deployment, 'First');
  const timeFactor = timeFactorOf(options);
  const context = {
    deployment,
    findings,
    fixtures,
    key: deployment.keys.all,
    random: randomOf(options.seed),
    timeFactor,
  };
  await slowClients(context, options.short ? 200 : 1_000);
  await largestDelivery(context);
  const unread = slowReaders(context, 20);
  await cases(context);
  await pipelines(context);
  await fuzz(context, options.rounds ?? (options.short ? 400 : 20_000));
  await forms(context);
  await sizes(context);
  await privateFile(context);
  await unread;
  for (const service of deployment.services)
    if (!service.isRunning) findings.violation('a service has ended', { detail: service.output.slice(-500) });
}

/** Milliseconds within which an answer must begin, where the bytes must be answered. */
const ANSWER = 30_000;

/**
 * Sends bytes, and reads until the other side ends the connection or is silent.
 * @param within ms of silence, and `first` before the first byte
 * @returns the text, and the answers in it
 */
function speak(base, bytes, { within = 3_000, first = within, thenEnd = false } = {}) {
  const { hostname, port } = new URL(base);
  return new Promise((settle) => {
    let text = '';
    const socket = connect(Number(port), hostname);
    const finish = (ended) => {
      socket.destroy();
      settle({ text, ended, answers: answersIn(text) });
    };
    // When this process was held up, the timer runs before what has arrived is read.
    socket.setTimeout(first, () => setImmediate(() => finish(false)));
    socket.once('data', () => socket.setTimeout(within));
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => finish(true));
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
    if (thenEnd) socket.end();
  });
}

function answersIn(text) {
  const answers = [];
  for (let rest = text; rest.startsWith('HTTP/1.1 ');) {
    const at = rest.indexOf('\r\n\r\n');
    if (at < 0) break;
    const [line, ...lines] = rest.slice(0, at).split('\r\n');
    const headers = Object.fromEntries(
      lines.map((each) => [each.slice(0, each.indexOf(':')).toLowerCase(), each.slice(each.indexOf(':') + 1).trim()]),
    );
    const status = Number(line.split(' ')[1]);
    const length = status < 200 || status === 204 || status === 304 ? 0 : Number(headers['content-length'] ?? 0);
    const body = rest.slice(at + 4, at + 4 + length);
    answers.push(answerOf(status, headers, Buffer.from(body, 'latin1').toString()));
    rest = rest.slice(at + 4 + length);
  }
  return answers;
}

function answerOf(status, headers, text) {
  let body;
  try {
    body = JSON.parse(text);
  } catch {
    // reported by the invariants
  }
  return { status, headers, text, body };
}

const shown = (bytes) => JSON.stringify(Buffer.from(bytes).toString('latin1').slice(0, 300));

function judge({ findings }, what, bytes, answer, statuses) {
  findings.count('probes');
  if (!answer) {
    if (!statuses.includes(0)) findings.violation(`${what}: no answer`, { detail: shown(bytes) });
    return;
  }
  if (!statuses.includes(answer.status))
    findings.violation(`${what}: ${answer.status}, not ${statuses.join(' or ')}`, {
      detail: `${shown(bytes)} ${answer.text.slice(0, 200)}`,
    });
  const request = { method: 'GET', path: '', headers: [], body: Buffer.from(bytes).toString('latin1') };
  if (answer.headers['content-encoding'] || answer.status === 204) return;
  for (const fault of faultsOf(request, answer))
    if (!/ETag|X-Request-Id/.test(fault)) findings.violation(`${what}: ${fault}`, { detail: shown(bytes) });
}

async function cases(context) {
  const { deployment, fixtures, key } = context;
  const [base] = deployment.bases();
  const values = {
    key,
    path: fixtures.path('main', '/v1/assets/{asset}/multifamily/buildings'),
    host: new URL(base).host,
  };
  await each(wireCases(values), 6, async ([what, bytes, statuses, most]) => {
    const first = statuses.includes(0) ? undefined : ANSWER;
    const { answers, text } = await speak(base, bytes, { within: 2_500, first });
    judge(context, what, bytes, answers[0], statuses);
    if (most !== undefined && answers.length > most)
      context.findings.violation(`${what}: the smuggled request is answered too`, { detail: shown(bytes) });
    if (/root:x:|"name": "property-map-service"/.test(text))
      context.findings.violation(`${what}: a file of the machine is sent`, { detail: shown(bytes) });
  });
}

/** Several requests in one packet are answered in their order; half of one is not an answer. */
async function pipelines(context) {
  const { deployment, findings, key, fixtures } = context;
  const [base] = deployment.bases();
  const { host } = new URL(base);
  const units = (await fixtures.list('main', '/v1/assets/{asset}/multifamily/units/{unit}')).slice(0, 8);
  const get = ({ id }) =>
    `GET ${fixtures.path('main', '/v1/assets/{asset}/multifamily/units/{unit}', { unit: id })} HTTP/1.1\r\nHost: ${host}\r\nAPI-Key: ${key}\r\n\r\n`;
  const { answers } = await speak(base, units.map(get).join(''), { first: ANSWER });
  findings.count('probes');
  if (answers.map(({ body }) => body?.id).join() !== units.map(({ id }) => id).join())
    findings.violation('pipelined requests are answered out of order', {
      detail: answers.map(({ status, body }) => `${status} ${body?.id}`).join(),
    });
  const half = await speak(base, get(units[0]).slice(0, 50), { within: 1_500, thenEnd: true });
  if (half.answers.some(({ status }) => status < 400)) findings.violation('half a request is answered');
}

/** A good request with some of its bytes changed. */
async function fuzz(context, count) {
  const { deployment, findings, key, random, fixtures } = context;
  const bases = deployment.bases();
  const body = JSON.stringify({ asset_id: fixtures.asset, name: 'Fuzz' });
  const path = fixtures.path('main', '/v1/assets/{asset}/multifamily/buildings');
  const alphabet = ['\r', '\n', '\0', ' ', ':', '\t', '%', '\xff', '0', ';', ',', '"', '/', '\x7f', 'a'.repeat(500)];
  await each(Array.from({ length: count }), 24, async (_, at) => {
    const base = bases[at % bases.length];
    const good = `POST ${path} HTTP/1.1\r\nHost: ${new URL(base).host}\r\nAPI-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;
    let bytes = good;
    for (let changes = 1 + random.below(3); changes > 0; changes--) {
      const place = random.below(bytes.length);
      bytes =
        bytes.slice(0, place) + (random.below(3) ? random.pick(alphabet) : '') + bytes.slice(place + random.below(3));
    }
    const { answers } = await speak(base, bytes, { within: 2_500, thenEnd: true });
    findings.count('fuzzed');
    const [answer] = answers;
    if (answer?.status >= 500)
      findings.violation(`changed bytes are answered ${answer.status}`, { detail: shown(bytes) });
    if (answer && answer.status >= 400 && !answer.body?.message)
      findings.violation('changed bytes are refused without a message', { detail: shown(bytes) });
  });
}

async function forms(context) {
  const { deployment, fixtures, key, findings } = context;
  const [base] = deployment.bases();
  const path = fixtures.path('main', '/v1/assets/{asset}/multifamily/maps');
  const values = { asset: fixtures.asset, svg: SVG };
  await each(formCases(values), 3, async ([what, type, raw, statuses]) => {
    const request = requestOf('POST', path, { key, flags: FLAGS, raw, headers: { 'Content-Type': type } });
    const answer = await send(base, request);
    findings.count('forms');
    if (!statuses.includes(answer.status))
      findings.violation(`a form, ${what}: ${answer.status || answer.error}, not ${statuses.join(' or ')}`, {
        request,
        base,
        detail: answer.text.slice(0, 300),
      });
    for (const fault of faultsOf(request, answer)) findings.violation(`a form, ${what}: ${fault}`, { request, base });
    if (answer.status === 201) await safeDrawing(context, what, answer.body.id);
  });
}

/** What is shown of a drawing neither runs nor loads anything. */
async function safeDrawing({ fixtures, findings }, what, map) {
  const list = await fixtures.clients.main.get(
    fixtures.path('main', '/v1/assets/{asset}/multifamily/maps/{map}/backgrounds', { map }),
  );
  for (const { image_url: url } of list.body.data ?? []) {
    const text = await (await fetch(url)).text();
    if (/<script|onload|evil\.example|<!ENTITY|root:x:/i.test(text))
      findings.violation(`a form, ${what}: its drawing runs a script or loads something`, {
        detail: text.slice(0, 300),
      });
  }
}

/** Bodies and files above the limits, with a `Content-Length` and without. */
async function sizes({ deployment, fixtures, key, findings }) {
  const place = (template, api = 'main') => fixtures.path(api, template);
  const json = Buffer.from(`{"asset_id":"${fixtures.asset}","name":"${'x'.repeat(10 * MiB)}"}`);
  const unit = place('/v1/assets/{asset}/multifamily/units/{unit}');
  const whole = { id: unit.split('/').at(-1), asset_id: fixtures.asset };
  const form = (name, file, type, content) =>
    encodeForm(
      [
        { name: 'data', content: JSON.stringify(whole) },
        { name, file, type, content },
      ].slice(name === 'file' ? 1 : 0),
      'x',
    );
  const csv = Buffer.from(`a,b\n${'1,2\n'.repeat(13 * MiB + 10)}`);
  const bomb = blackPng(12_000);
  const type = 'multipart/form-data; boundary=x';
  const asked = [
    [
      'JSON of more than 10 MiB',
      'main',
      'POST',
      place('/v1/assets/{asset}/multifamily/buildings'),
      'application/json',
      json,
      [413],
    ],
    [
      'a table of more than 50 MiB',
      'ai',
      'PUT',
      place('/v1/assets/{asset}/data-models/{data-model}', 'ai'),
      type,
      form('file', 'a.csv', 'text/csv', csv),
      [413],
    ],
    [
      'a picture of more than 20 MiB',
      'main',
      'PUT',
      unit,
      type,
      form('view_image', 'a.png', 'image/png', Buffer.concat([PNG, Buffer.alloc(20 * MiB)])),
      [413],
    ],
    [
      'a small file of 144 megapixels',
      'main',
      'PUT',
      unit,
      type,
      form('view_image', 'a.png', 'image/png', bomb),
      [413, 422],
    ],
    ['a text as a picture', 'main', 'PUT', unit, type, form('view_image', 'a.png', 'image/png', 'x'), [422]],
    [
      'an invalid table',
      'ai',
      'PUT',
      place('/v1/assets/{asset}/data-models/{data-model}', 'ai'),
      type,
      form('file', 'a.csv', 'text/csv', 'a,b\n1\n'),
      [422],
    ],
  ];
  for (const [what, api, method, path, contentType, raw, statuses] of asked) {
    const [base] = deployment.bases(api);
    for (const headers of [{ 'Content-Type': contentType }]) {
      const request = requestOf(method, path, { key, flags: FLAGS, raw, headers });
      let answer = await send(base, request, { within: 60_000 });
      // A client that is rejected while it still sends may lose the response together with the connection.
      for (let tries = 0; tries < 4 && answer.status === 0; tries++)
        answer = await send(base, request, { within: 60_000 });
      findings.count('sizes');
      if (!statuses.includes(answer.status))
        findings.violation(`${what}: ${answer.status || answer.error}, not ${statuses.join(' or ')}`, {
          request,
          base,
          detail: answer.text.slice(0, 200),
        });
    }
  }
}

/** A file that is private is not there for who knows its name. */
async function privateFile({ deployment, findings }) {
  const [{ file }] = await deployment.sql('select file from data_model.data_model limit 1');
  for (const base of [...deployment.bases(), ...deployment.bases('ai')]) {
    const request = { method: 'GET', path: `/files/${file}`, headers: [] };
    const { status } = await send(base, request);
    findings.count('probes');
    if (status === 200 || !file.startsWith('private-'))
      findings.violation('a private file is served without a key', { request, base });
  }
}
