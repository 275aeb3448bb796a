import { hostname } from 'node:os';
import { ROOT } from '../../../apps/cli/bootstrap.mjs';

/** What an error must not tell: SQL, stacks, names of the inside, places, versions. */
const LEAKS = [
  /\bselect\b.+\bfrom\b|\binsert into\b|\bupdate\b.+\bset\b|\bdelete from\b/i,
  /\bat (\S+ \()?(file:|node:|\/)|\.(js|mjs|ts):\d+/,
  /node_modules|node:internal|\/dist\/|\/libs\//,
  /\b(relation|column|constraint|violates|duplicate key|deadlock|sqlstate|syntax error at|pg_\w+|22P0\d|22003|22021|23505|23503|57014)\b/i,
  /\b(postgres|postgresql|typeorm|queryfailed\w*|express|nestjs|node\.js|busboy|ajv)\b/i,
  /\bE(CONNREFUSED|CONNRESET|PIPE|NOENT|ACCES|TIMEDOUT)\b/,
  /\b(TypeError|RangeError|SyntaxError|ReferenceError)\b|is not a function|Unexpected token|Cannot read prop/,
];
const STRANGER = 'evil.example';
/** The name alone may be a text that somebody wrote. */
const BUILT_ON_STRANGER = /https?:\/\/evil\.example[^"]*\//;
const OURS = [ROOT, hostname(), process.version.slice(1)];

/** What must hold for every answer, whatever was asked. @returns faults in words */
export function faultsOf(request, answer, { operation, secrets = [], base } = {}) {
  const { status, headers } = answer;
  if (status === -1) return []; // our own client refused to say it
  if (status === 0) return [`no answer: ${answer.error}`];
  const faults = [];
  const fault = (text) => faults.push(text);
  if (status >= 500) fault(`status ${status}: ${answer.text.slice(0, 200)}`);
  if (headers['x-content-type-options'] !== 'nosniff') fault('no X-Content-Type-Options: nosniff');
  for (const name of ['x-powered-by', 'server', 'set-cookie']) if (headers[name]) fault(`header ${name}`);
  if (request.method !== 'OPTIONS' && !headers['x-request-id']) fault('no X-Request-Id');
  bodyFaults(request, answer, operation, fault);
  for (const secret of secrets)
    if (answer.text.includes(secret) || JSON.stringify(headers).includes(secret)) fault('the API key is in the answer');
  if (base && operation && status < 300) hostFaults(request, answer, base, fault);
  if (operation && request.method === operation.method && !request.strayed)
    documentedFaults(answer, operation, fault, request);
  const names = (header) =>
    (request.headers ?? []).some(([name, value]) => name === header && value.includes(STRANGER));
  if (
    names('X-Forwarded-Host') &&
    !names('Host') && // that is where the client says it is
    BUILT_ON_STRANGER.test(`${answer.text}${headers.location}${headers.link}`)
  )
    fault('a URL of the host in X-Forwarded-Host');
  if (status === 405 && !headers.allow) fault('405 without Allow');
  if (status === 401 && request.method !== 'HEAD' && !/No API key found/.test(answer.body?.message))
    fault('401 without the specified message');
  return faults;
}

function bodyFaults(request, { status, headers, text, body }, operation, fault) {
  const isFile = operation?.returns === 'file' && status < 300;
  if (request.method === 'HEAD' || status === 304 || status === 204 || isFile) {
    if (text !== '' && !isFile) fault(`a body with ${status}`);
    return;
  }
  const zipped = headers['content-encoding'] !== undefined;
  if (text === '') {
    if (status >= 400 || operation?.returns !== 'none') fault(`no body with ${status}`);
    return;
  }
  if (headers['content-type'] !== 'application/json; charset=utf-8') fault(`Content-Type ${headers['content-type']}`);
  else if (!zipped && body === undefined) fault('a body that is not JSON');
  if (!/private, no-cache/.test(headers['cache-control'] ?? '')) fault(`Cache-Control ${headers['cache-control']}`);
  if (status === 200 && request.method === 'GET' && !headers.etag) fault('200 without an ETag');
  if (status >= 400 && !zipped) errorFaults(request, body, text, fault);
}

function errorFaults(request, body, text, fault) {
  if (typeof body?.message !== 'string' || body.message === '') return fault('an error without a message');
  if (typeof body.code !== 'string' || typeof body.request_id !== 'string')
    fault('an error without code or request_id');
  const texts = `${body.message}\n${Object.values(body.fields ?? {})
    .flat()
    .join('\n')}`;
  for (const leak of LEAKS) {
    const found = leak.exec(texts)?.[0];
    if (found && !sent(request).includes(found)) fault(`an error shows "${found}"`);
  }
  for (const word of OURS) if (text.includes(word) && !sent(request).includes(word)) fault(`an error shows "${word}"`);
}

const sent = ({ path, headers, body }) => {
  let decoded = path;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    // as it is
  }
  return `${path} ${decoded} ${JSON.stringify(headers)} ${body ?? ''}`;
};

/** Addresses that the service builds are on the host that was addressed. */
function hostFaults(request, { headers, body }, base, fault) {
  if ((request.headers ?? []).some(([name]) => name.toLowerCase() === 'host')) return;
  const built = [headers.location, body?.paging?.next_url, body?.paging?.prev_url, body?.transaction_url];
  for (const url of built)
    if (typeof url === 'string' && !url.startsWith(`${base}/`)) fault(`a URL of another host: ${url}`);
  if (/<(?!http:\/\/127)/.test(headers.link ?? '')) fault(`a Link to another host: ${headers.link}`);
}

function documentedFaults({ status, headers, body }, operation, fault, request) {
  const isCondition = status === 412 && request.headers.some(([name]) => name === 'If-Match'); // RFC 9110, 13.1.1
  if (!operation.statuses.has(status) && status < 500 && !isCondition)
    fault(`status ${status} is not documented for ${operation.id}`);
  if (headers['content-encoding'] || body === undefined) return;
  if (status < 300 && /send-data/.test(operation.id) && hasImpossibleDate(request.body))
    fault('an impossible date is accepted');
  for (const text of operation.faultsOf(status, body)) fault(`the answer ${status} is not as documented: ${text}`);
  if (status === 201 && operation.returns === 'resource' && !headers.location) fault('201 without Location');
}

const IMPOSSIBLE = ['2024-02-30', '2025-02-29', '2026-13-01'];

/** Whether a pricing entry of the body has a date that no calendar has. */
function hasImpossibleDate(body) {
  try {
    return JSON.parse(body).some((entry) =>
      [entry?.available_on, entry?.lease_starts_on].some((date) => IMPOSSIBLE.includes(date)),
    );
  } catch {
    return false; // no array of entries
  }
}
