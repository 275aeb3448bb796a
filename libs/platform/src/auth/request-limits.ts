import { isIPv6 } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../core/model/errors.js';
import { Database } from '../persistence/connection/database.js';
import { SETTINGS, type Settings } from '../core/settings/settings.js';
import type { Caller } from './caller.js';
import { RequestCounts } from './request-counts.js';

/** Window for client addresses, in minutes. */
const WINDOW = 1;
/**
 * Window for keys, in minutes: a key may send the requests of two minutes at once. Programs read a whole property in a burst, and
 * are idle afterwards.
 */
const KEY_WINDOW = 2;
/** Share of the remaining requests that a process leases at once and then counts locally. */
const LEASE = 1 / 50;
const MAX_LEASES = 20_000;
/** Share of a limit as which work counts at most, so that a low limit still allows it. */
const MAX_WORK_SHARE = 1 / 20;

interface Lease {
  /** requests that this process may still let through */
  left: number;
  /** requests that any process may still take */
  shared: number;
  /** by `performance.now()` */
  until: number;
}

/**
 * A limit of requests per window, shared by all processes. Each process leases a share of the remaining requests, so the limit
 * is never exceeded and few requests wait for the shared counter (docs/decisions/0014-rate-limits.md).
 */
class Limit {
  private readonly leases = new Map<string, Lease>();
  private readonly renewals = new Map<string, Promise<void>>();

  constructor(
    private readonly points: number,
    private readonly store: RequestCounts | RateLimiterMemory,
    private readonly message: string,
  ) {}

  /**
   * Counts one request, or work that counts as several.
   * @param response gets the `RateLimit-*` headers; without it only a 429 carries them
   * @throws Problem 429
   */
  async count(key: string, response?: Response, requests = 1): Promise<void> {
    const lease = this.leases.get(key);
    const ms = lease ? lease.until - performance.now() : 0;
    const counted = Math.min(requests, Math.ceil(this.points * MAX_WORK_SHARE));
    if (!lease || ms <= 0 || (lease.left < counted && lease.shared > 0)) {
      await this.renew(key, lease, counted);
      return this.count(key, response, requests);
    }
    const passes = lease.left >= counted;
    if (passes) lease.left -= counted;
    const seconds = String(Math.ceil(ms / 1000));
    const state = {
      'RateLimit-Limit': String(this.points),
      'RateLimit-Remaining': String(lease.shared + lease.left),
      'RateLimit-Reset': seconds,
    };
    if (!passes)
      throw new Problem('too_many_requests', 'rate_limit', this.message).with({ ...state, 'Retry-After': seconds });
    if (response) for (const [name, value] of Object.entries(state)) response.setHeader(name, value);
  }

  private renew(key: string, lease: Lease | undefined, atLeast: number): Promise<void> {
    let renewal = this.renewals.get(key);
    if (!renewal) {
      renewal = this.acquire(key, lease, atLeast).finally(() => this.renewals.delete(key));
      this.renewals.set(key, renewal);
    }
    return renewal;
  }

  private async acquire(key: string, lease: Lease | undefined, atLeast: number): Promise<void> {
    const isCurrent = lease !== undefined && lease.until > performance.now();
    const kept = isCurrent ? lease.left : 0;
    const shared = isCurrent ? lease.shared : this.points;
    const wanted = Math.max(atLeast - kept, Math.floor(shared * LEASE));
    let refused = false;
    const state = await this.store.consume(key, wanted).catch((error: unknown) => {
      if (!(error instanceof RateLimiterRes)) throw error;
      refused = true;
      return error;
    });
    if (this.leases.size >= MAX_LEASES) this.leases.clear(); // unused leased requests are lost
    this.leases.set(key, {
      left: refused ? kept : kept + wanted,
      shared: refused ? 0 : state.remainingPoints,
      until: performance.now() + Math.max(1, state.msBeforeNext),
    });
  }
}

/** The /64 network of an IPv6 address, because one client may use any address in it; other addresses unchanged. */
export function networkOf(address: string): string {
  const [bare] = address.split('%', 1); // drops the zone of a link-local address
  if (!isIPv6(bare!)) return address;
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  if (canonical.startsWith('::ffff:')) return canonical; // IPv4-mapped: one client
  const [head, tail] = canonical.split('::').map((groups) => groups.split(':').filter((group) => group !== ''));
  const groups = tail ? [...head!, ...Array<string>(8 - head!.length - tail.length).fill('0'), ...tail] : head!;
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** Rate limits: per key, per address for invalid keys, and per address for public operations. */
@Injectable()
export class RequestLimits {
  /** by requests a minute; keys with the same rate share one */
  private readonly keys = new Map<number, Limit | undefined>();
  private readonly invalidKeys: Limit | undefined;
  private readonly publicOperations: Limit | undefined;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly database: Database,
  ) {
    const { unknownKeyLimit, publicLimit } = settings;
    const invalid = 'Too many requests with keys that are not valid';
    this.invalidKeys = this.limit('address', unknownKeyLimit, WINDOW, invalid);
    this.publicOperations = this.limit('public', publicLimit, WINDOW, `More than ${publicLimit} requests a minute`);
  }

  /** Counts a request with a valid key. @throws Problem 429 */
  async countKey({ keyId, rateLimit }: Caller, response: Response): Promise<void> {
    const rate = rateLimit ?? this.settings.rateLimit;
    if (!this.keys.has(rate)) {
      const message = `More than ${rate * KEY_WINDOW} requests in ${KEY_WINDOW} minutes`;
      this.keys.set(rate, this.limit('key', rate, KEY_WINDOW, message));
    }
    await this.keys.get(rate)?.count(keyId, response);
  }

  /** Counts a request with an invalid key. @throws Problem 429 */
  async countInvalidKey(address: string, response: Response): Promise<void> {
    await this.invalidKeys?.count(networkOf(address), response);
  }

  /**
   * Counts a request to a public operation. Shared caches may store its response, so it carries no `RateLimit-*` headers.
   * @param requests as how many costly work for a response counts, at most a twentieth of the limit
   * @throws Problem 429
   */
  async countPublic(address: string, requests = 1): Promise<void> {
    await this.publicOperations?.count(networkOf(address), undefined, requests);
  }

  /** @param rate requests a minute; 0 = unlimited @param window in minutes */
  private limit(keyPrefix: string, rate: number, window: number, message: string): Limit | undefined {
    if (rate === 0) return undefined;
    const points = rate * window;
    const options = { keyPrefix, points, duration: window * 60 };
    const own = new RateLimiterMemory(options);
    if (this.settings.rateLimitStore === 'memory') return new Limit(points, own, message);
    // requests that need no database must work while it is unavailable or read-only
    const shared = new RequestCounts(this.database, { ...options, insuranceLimiter: own });
    return new Limit(points, shared, message);
  }
}
