import { isIPv6 } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../core/errors.js';
import { Database } from '../persistence/database.js';
import type { Settings } from '../core/settings.js';
import { SETTINGS } from '../core/tokens.js';
import type { Caller } from './caller.js';
import { RequestCounts } from './request-counts.js';

/** Seconds that requests are counted for. */
const WINDOW = 60;
/** Share of what is left that a process takes at once, to count it off by itself. */
const LEASE = 1 / 50;
const REMEMBERED_AT_MOST = 20_000;

interface Lease {
  /** requests that this process may still let through */
  left: number;
  /** requests that any process may still take */
  shared: number;
  /** of `performance.now()` */
  until: number;
}

/**
 * So many requests a minute, counted in one place for all processes. Each takes some of them at once, fewer the fewer are
 * left: never more than the limit pass, and few requests wait for the place (docs/decisions/0014-rate-limits.md).
 */
class Limit {
  private readonly leases = new Map<string, Lease>();
  private readonly renewals = new Map<string, Promise<void>>();

  constructor(
    private readonly points: number,
    private readonly store: RequestCounts | RateLimiterMemory,
    private readonly message: string,
  ) {}

  /** Counts one; the state of the limit stands on the answer, or on none but a refusal. @throws Problem 429 */
  count(key: string, response?: Response): true | Promise<true> {
    const lease = this.leases.get(key);
    const ms = lease ? lease.until - performance.now() : 0;
    if (!lease || ms <= 0 || (lease.left === 0 && lease.shared > 0))
      return this.renew(key, lease).then(() => this.count(key, response));
    const passes = lease.left > 0;
    if (passes) lease.left -= 1;
    const seconds = String(Math.ceil(ms / 1000));
    const state = {
      'RateLimit-Limit': String(this.points),
      'RateLimit-Remaining': String(lease.shared + lease.left),
      'RateLimit-Reset': seconds,
    };
    if (!passes)
      throw new Problem('too_many_requests', 'rate_limit', this.message).with({ ...state, 'Retry-After': seconds });
    if (response) for (const [name, value] of Object.entries(state)) response.setHeader(name, value);
    return true;
  }

  private renew(key: string, lease: Lease | undefined): Promise<void> {
    let renewal = this.renewals.get(key);
    if (!renewal) {
      renewal = this.take(key, lease).finally(() => this.renewals.delete(key));
      this.renewals.set(key, renewal);
    }
    return renewal;
  }

  private async take(key: string, lease: Lease | undefined): Promise<void> {
    const left = lease && lease.until > performance.now() ? lease.shared : this.points;
    const wanted = Math.max(1, Math.floor(left * LEASE));
    let refused = false;
    const state = await this.store.consume(key, wanted).catch((error: unknown) => {
      if (!(error instanceof RateLimiterRes)) throw error;
      refused = true;
      return error;
    });
    if (this.leases.size >= REMEMBERED_AT_MOST) this.leases.clear(); // what was taken and not used is lost
    this.leases.set(key, {
      left: refused ? 0 : wanted,
      shared: refused ? 0 : state.remainingPoints,
      until: performance.now() + Math.max(1, state.msBeforeNext),
    });
  }
}

/** An IPv6 client has a /64 to itself, and as many addresses as it likes in it. */
export function networkOf(address: string): string {
  const [bare] = address.split('%', 1); // without the zone of a local one
  if (!isIPv6(bare!)) return address;
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  if (canonical.startsWith('::ffff:')) return canonical; // one IPv4 client
  const [head, tail] = canonical.split('::').map((groups) => groups.split(':').filter((group) => group !== ''));
  const groups = tail ? [...head!, ...Array<string>(8 - head!.length - tail.length).fill('0'), ...tail] : head!;
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** How often a key may call, an address with keys that nobody knows, and an address what needs no key. */
@Injectable()
export class RequestLimits {
  /** by requests a minute: keys that may call equally often */
  private readonly keys = new Map<number, Limit | undefined>();
  private readonly unknown: Limit | undefined;
  private readonly open: Limit | undefined;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly database: Database,
  ) {
    this.unknown = this.limit('address', settings.unknownKeyLimit, 'Too many requests with keys that are not valid');
    this.open = this.limit('open', settings.publicLimit, `More than ${settings.publicLimit} requests a minute`);
  }

  /** A request of a key. @throws Problem 429 */
  called({ keyId, rateLimit }: Caller, response: Response): true | Promise<true> {
    const points = rateLimit ?? this.settings.rateLimit;
    if (!this.keys.has(points))
      this.keys.set(points, this.limit('key', points, `More than ${points} requests a minute`));
    return this.keys.get(points)?.count(keyId, response) ?? true;
  }

  /** A request with a key that is not valid. @throws Problem 429 */
  guessed(address: string, response: Response): true | Promise<true> {
    return this.unknown ? this.unknown.count(networkOf(address), response) : true;
  }

  /** A request that needs no key; its answer may be kept for all by caches, and so says nothing of this. @throws Problem 429 */
  visited(address: string): true | Promise<true> {
    return this.open ? this.open.count(networkOf(address)) : true;
  }

  private limit(keyPrefix: string, points: number, message: string): Limit | undefined {
    if (points === 0) return undefined;
    const options = { keyPrefix, points, duration: WINDOW };
    const own = new RateLimiterMemory(options);
    if (this.settings.rateLimitStore === 'memory') return new Limit(points, own, message);
    // a database that is away, or read-only, must not stop what can be served without it
    const shared = new RequestCounts(this.database, { ...options, insuranceLimiter: own });
    return new Limit(points, shared, message);
  }
}
