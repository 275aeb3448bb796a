import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { type AccessRules, isVersioned } from './access-rules.js';
import { Check } from './check.js';
import type { GuardedRequest } from './guarded-request.js';
import { RequestLimits } from './request-limits.js';

/** Limits requests by key, or by address without one. Every response to a key carries the `RateLimit-*` headers. */
@Injectable()
export class RateLimitGuard extends Check {
  constructor(private readonly limits: RequestLimits) {
    super();
  }

  check(
    { caller, clientAddress }: GuardedRequest,
    response: Response,
    operation: AccessRules | undefined,
  ): boolean | Promise<boolean> {
    if (caller) return this.limits.countKey(caller, response);
    // other public paths are counted before routing
    return operation?.public && isVersioned(`/${operation.path}`) ? this.limits.countPublic(clientAddress) : true;
  }
}
