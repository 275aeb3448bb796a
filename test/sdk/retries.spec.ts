import { jest } from '@jest/globals';
import { ApiError, type ClientOptions, ConnectionError, createClient } from '@app/sdk';

/** What the fake server does with a request: it responds, or the connection fails. */
type Outcome = Response | Error;
type Respond = () => Outcome;

interface Received {
  /** milliseconds since the start of the test */
  at: number;
  method: string;
  headers: Headers;
}

const SECOND = 1_000;
let startedAt: number;
let received: Received[];
let respond: Respond;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'] });
  startedAt = Date.now();
  received = [];
});
afterEach(() => jest.useRealTimers());

const fetch = (async (_: URL, { method, headers }: RequestInit) => {
  received.push({ at: Date.now() - startedAt, method: method!, headers: new Headers(headers) });
  const outcome = respond();
  if (outcome instanceof Error) throw outcome;
  return outcome;
}) as typeof globalThis.fetch;

const client = (options: Partial<ClientOptions> = {}) =>
  createClient({ url: 'http://maps.example.com', key: 'pms_key', fetch, ...options });

const unit = { id: '7', asset_id: '1' };
const one = { asset: '1', unit: '7' };
const ok = () => Response.json(unit);
const refusal = (status: number, code: string, headers: Record<string, string> = {}) =>
  Response.json({ message: 'No', code, request_id: 'r' }, { status, headers });
const broken = (code: string, more = {}) =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(`connect ${code}`), { code, ...more }) });

/** Outcomes in order; the last one repeats. */
const inOrder = (...outcomes: Respond[]): Respond => {
  const left = [...outcomes];
  return () => (left.length > 1 ? left.shift()! : left[0]!)();
};

/** What a call resolves to or fails with, while time passes as fast as the timers of the client need. */
async function settled(call: PromiseLike<unknown>): Promise<unknown> {
  let isDone = false;
  const result = Promise.resolve(call)
    .catch((error: unknown) => error)
    .finally(() => (isDone = true));
  while (!isDone) {
    await new Promise((done) => setImmediate(done));
    jest.advanceTimersToNextTimer();
  }
  return result;
}

const lastAt = () => received.at(-1)!.at;

describe('A call', () => {
  it.each([
    ['a refused connection', () => broken('ECONNREFUSED')],
    ['a broken connection', () => broken('ECONNRESET')],
    ['a connection that breaks in a browser', () => new TypeError('Failed to fetch')],
    ['503', () => refusal(503, 'unavailable')],
    ['502 of a proxy', () => new Response('<html>', { status: 502 })],
    ['504 of a proxy', () => new Response('<html>', { status: 504 })],
    ['500', () => refusal(500, 'internal')],
    ['408', () => refusal(408, 'request_timeout')],
    ['429', () => refusal(429, 'rate_limit', { 'Retry-After': '2' })],
    ['429 without Retry-After', () => refusal(429, 'rate_limit')],
    ['another request with its idempotency key', () => refusal(409, 'idempotency_key_in_use', { 'Retry-After': '1' })],
  ])('that writes is retried after %s, with the same idempotency key', async (_, refuse: Respond) => {
    respond = inOrder(refuse, refuse, ok);
    expect(await settled(client().updateUnit({ ...one, body: { area: 700 } }))).toEqual(unit);
    const keys = received.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each([
    ['refuses connections', () => broken('ECONNREFUSED')],
    ['responds with 503', () => refusal(503, 'unavailable', { 'Retry-After': '1' })],
  ])('survives a restart of 60 seconds, in which the server %s', async (_, refuse: Respond) => {
    respond = () => (Date.now() - startedAt < 60 * SECOND ? refuse() : ok());
    expect(await settled(client().viewUnit(one))).toEqual(unit);
    expect(lastAt()).toBeGreaterThanOrEqual(60 * SECOND);
    expect(lastAt()).toBeLessThan(69 * SECOND);
    expect(received.length).toBeLessThan(80);
  });

  it('fails 90 seconds after its first failure, or after the time that the caller sets', async () => {
    respond = () => broken('ECONNREFUSED', { address: '10.0.0.1', port: 3000 });
    const error = (await settled(client().viewUnit(one))) as ConnectionError;
    expect(error).toBeInstanceOf(ConnectionError);
    expect(lastAt()).toBeGreaterThan(82 * SECOND);
    expect(lastAt()).toBeLessThanOrEqual(90 * SECOND);
    expect(error).toMatchObject({ code: 'ECONNREFUSED', address: '10.0.0.1:3000', attempts: received.length });
    expect(error.message).toBe(
      `GET /v1/assets/1/multifamily/units/7: the connection failed (ECONNREFUSED, 10.0.0.1:3000, ${received.length} attempts)`,
    );
    expect(error.cause).toMatchObject({ message: 'fetch failed', cause: { code: 'ECONNREFUSED' } });

    received = [];
    startedAt = Date.now();
    expect(await settled(client({ retryFor: 5 * SECOND }).viewUnit(one))).toBeInstanceOf(ConnectionError);
    expect(lastAt()).toBeLessThanOrEqual(5 * SECOND);
    expect(received.length).toBeGreaterThan(3);

    received = [];
    expect(await settled(client().viewUnit(one, { retryFor: 0 }))).toMatchObject({ attempts: 1 });
    expect(received).toHaveLength(1);
  });

  it('waits longer each time, up to 8 seconds, with jitter', async () => {
    respond = () => broken('ECONNRESET');
    await settled(client().viewUnit(one));
    const pauses = received.slice(1).map(({ at }, index) => at - received[index]!.at);
    for (const [index, pause] of pauses.entries()) {
      const most = Math.min(8 * SECOND, 250 * 2 ** index);
      expect(pause).toBeGreaterThanOrEqual(Math.floor(most / 2));
      expect(pause).toBeLessThanOrEqual(most);
    }
    expect(new Set(pauses.slice(-6)).size).toBeGreaterThan(1);
  });

  it('waits at least as long as Retry-After says, in seconds or as a date', async () => {
    respond = inOrder(
      () => refusal(503, 'unavailable', { 'Retry-After': '30' }),
      () => refusal(503, 'unavailable', { 'Retry-After': new Date(Date.now() + 20 * SECOND).toUTCString() }),
      ok,
    );
    expect(await settled(client().viewUnit(one))).toEqual(unit);
    expect(received[1]!.at).toBe(30 * SECOND);
    expect(lastAt()).toBeGreaterThanOrEqual(49 * SECOND);
  });

  it('fails at once when Retry-After is beyond its deadline', async () => {
    for (const later of ['301', '2147484', '9'.repeat(400)]) {
      respond = () => refusal(503, 'unavailable', { 'Retry-After': later });
      expect(await settled(client().viewUnit(one))).toMatchObject({ status: 503, requestId: 'r', attempts: 1 });
      respond = () => refusal(429, 'rate_limit', { 'Retry-After': later });
      expect(await settled(client().viewUnit(one))).toMatchObject({ status: 429, attempts: 1 });
    }
    expect(received).toHaveLength(6);
  });

  it.each(['ENOTFOUND', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
    'fails at once with %s',
    async (code) => {
      respond = () => broken(code);
      expect(await settled(client().viewUnit(one))).toMatchObject({ code, address: 'maps.example.com:80' });
      expect(received).toHaveLength(1);
    },
  );

  it('names the first address when a host has several', async () => {
    const errors = ['::1', '127.0.0.1'].map((address) => ({ code: 'ECONNREFUSED', address, port: 3000 }));
    respond = () => new TypeError('fetch failed', { cause: Object.assign(new AggregateError([]), { errors }) });
    expect(await settled(client({ retryFor: 0 }).viewUnit(one))).toMatchObject({
      code: 'ECONNREFUSED',
      address: '[::1]:3000',
    });
  });

  it('fails at once with a key that no header can contain', async () => {
    respond = ok;
    expect(await settled(client({ key: 'a\nb' }).viewUnit(one))).toMatchObject({ name: 'TypeError' });
    expect(received).toEqual([]);
  });

  it('without an idempotency key is retried only when the service has not processed it', async () => {
    for (const refuse of [() => broken('ECONNRESET'), () => refusal(503, 'unavailable')]) {
      respond = inOrder(refuse, ok);
      expect(await settled(client().deleteUnit(one))).toBeInstanceOf(Error);
    }
    expect(received).toHaveLength(2);
    for (const refuse of [() => broken('ECONNREFUSED'), () => refusal(429, 'rate_limit', { 'Retry-After': '1' })]) {
      respond = inOrder(refuse, ok);
      expect(await settled(client().deleteUnit(one))).toEqual(unit);
    }
    expect(received.every(({ method }) => method === 'DELETE')).toBe(true);
  });

  it.each(['the client', 'the call'])('stops waiting when the signal of %s aborts', async (whose) => {
    const controller = new AbortController();
    respond = () => refusal(503, 'unavailable', { 'Retry-After': '60' });
    setTimeout(() => controller.abort(new Error('enough')), 5 * SECOND);
    const { signal } = controller;
    const calling =
      whose === 'the client'
        ? client({ signal }).viewUnit(one, { signal: new AbortController().signal })
        : client({ signal: new AbortController().signal }).viewUnit(one, { signal });
    expect(await settled(calling)).toMatchObject({ message: 'enough' });
    expect(Date.now() - startedAt).toBe(5 * SECOND);
    expect(received).toHaveLength(1);
  });
});

describe('The rate limit', () => {
  /** A fake server that allows so many requests in each window of two minutes, as the service does. */
  function limited(quota: number): Respond {
    let left = quota;
    let end = 0;
    return () => {
      if (Date.now() >= end) [left, end] = [quota, Date.now() + 120 * SECOND];
      if (left-- > 0) return ok();
      return refusal(429, 'rate_limit', { 'Retry-After': String(Math.ceil((end - Date.now()) / SECOND)) });
    };
  }

  it('delays the calls beyond it, however many windows they need, and loses none', async () => {
    respond = limited(100);
    const api = client();
    const calls = Array.from({ length: 450 }, () => api.viewUnit(one));
    expect(await settled(Promise.all(calls))).toEqual(Array.from({ length: 450 }, () => unit));
    expect(lastAt()).toBeGreaterThanOrEqual(4 * 120 * SECOND);
    expect(lastAt()).toBeLessThan(4 * 125 * SECOND);
  });

  it('delays new calls of the same client without sending them', async () => {
    respond = limited(1);
    const api = client();
    await settled(Promise.all([api.viewUnit(one), api.viewUnit(one)]));
    expect(received).toHaveLength(3);
    await settled(api.viewUnit(one).then(() => api.viewUnit(one)));
    expect(received.length).toBeLessThanOrEqual(7);
  });

  it('fails the call at once if the caller disables retries', async () => {
    respond = limited(0);
    const error = await settled(client({ retryFor: 0 }).viewUnit(one));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 429, code: 'rate_limit', attempts: 1 });
    expect(received).toHaveLength(1);
  });
});
