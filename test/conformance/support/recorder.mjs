import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Headers of a single connection or moment, which differ in every run. */
const PASSING = /^(date|connection|keep-alive|transfer-encoding|content-length|content-encoding|set-cookie)$/;

/** Requests and responses as JSON lines. The key is replaced with `{key}`, addresses with `{server}`. */
export class Recorder {
  constructor(file, { url, secondUrl, key }) {
    this.file = file;
    this.names = [url, secondUrl].flatMap((address) => (address ? [[address.replace(/\/$/, ''), '{server}']] : []));
    this.names.push([key, '{key}'], [encodeURIComponent(key), '{key}']);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '', { mode: 0o600 });
  }

  /** @param sent `body` as text; forms are omitted @param bytes of the response */
  add(method, url, sent, { status, headers }, bytes) {
    const kept = Object.fromEntries([...headers].filter(([name]) => !PASSING.test(name)));
    const request = { method, url, headers: sent.headers, ...(typeof sent.body === 'string' && { body: sent.body }) };
    const response = { status, headers: kept, ...bodyOf(bytes) };
    appendFileSync(this.file, `${this.withoutSecrets(JSON.stringify({ request, response }))}\n`);
  }

  withoutSecrets(text) {
    return this.names.reduce(
      (done, [secret, name]) => done.replaceAll(JSON.stringify(secret).slice(1, -1), name),
      text,
    );
  }
}

/** Text unchanged, anything else in base64. */
function bodyOf(bytes) {
  const body = bytes.toString();
  return Buffer.from(body).equals(bytes) ? { body } : { base64: bytes.toString('base64') };
}
