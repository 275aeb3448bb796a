// Receives webhooks: WEBHOOK_SECRET=whsec_... API_KEY=KEY PORT=4000 node receive.mjs http://localhost:3000/v1/assets/1/multifamily copy.json
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { Copy } from './copy.mjs';

const [api, file] = process.argv.slice(2);
const { WEBHOOK_SECRET, API_KEY, PORT = '4000' } = process.env;
const copy = new Copy(api, API_KEY, file);

function isSigned(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1000 - Number(time)) < 300)) return false; // an old request, sent again by somebody else
  const key = Buffer.from(WEBHOOK_SECRET.slice('whsec_'.length), 'base64');
  const expected = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64')}`);
  return signatures.split(' ').some((text) => {
    const given = Buffer.from(text);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

let last = copy.state ? Promise.resolve() : copy.start();

/** One event after the other, so that a value that was read earlier never replaces a later one. */
function apply(event) {
  const applied = last.then(async () => {
    await copy.apply(event);
    copy.save();
  });
  last = applied.catch(() => undefined);
  return applied;
}

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  if (!isSigned(request.headers, body)) return response.writeHead(401).end();
  try {
    await apply(JSON.parse(body));
    response.writeHead(204).end(); // only now: what is not stored is sent again
  } catch (error) {
    console.error(String(error));
    response.writeHead(500).end();
  }
}).listen(Number(PORT));
