import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { Problem } from '../domain/errors.js';
import type { ApiRequest, ApiResponse } from '../http/request.js';
import { Check } from './check.js';
import { SETTINGS } from '../tokens.js';
import type { Settings } from '../settings.js';

/** Requests a minute and key; the state of the limit stands on every answer. */
@Injectable()
export class RateLimitGuard extends Check {
  private readonly limiter: RateLimiterMemory | undefined;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {
    super();
    if (settings.rateLimit > 0) this.limiter = new RateLimiterMemory({ points: settings.rateLimit, duration: 60 });
  }

  check({ caller }: ApiRequest, response: ApiResponse): boolean | Promise<boolean> {
    return this.limiter && caller ? this.count(this.limiter, caller.keyId, response) : true;
  }

  private async count(limiter: RateLimiterMemory, key: string, response: ApiResponse): Promise<boolean> {
    let used: RateLimiterRes;
    let over = false;
    try {
      used = await limiter.consume(key);
    } catch (refused) {
      used = refused as RateLimiterRes;
      over = true;
    }
    const seconds = String(Math.ceil(used.msBeforeNext / 1000));
    response.setHeader('RateLimit-Limit', String(this.settings.rateLimit));
    response.setHeader('RateLimit-Remaining', String(Math.max(0, used.remainingPoints)));
    response.setHeader('RateLimit-Reset', seconds);
    if (!over) return true;
    throw new Problem('too_many_requests', 'rate_limit', `More than ${this.settings.rateLimit} requests a minute`).with(
      {
        'Retry-After': seconds,
      },
    );
  }
}
