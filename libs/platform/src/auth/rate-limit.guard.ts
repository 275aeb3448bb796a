import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { type AccessRules, isVersioned } from './access-rules.js';
import { Check } from './check.js';
import type { GuardedRequest } from './guarded-request.js';
import { RequestLimits } from './request-limits.js';

/** Requests a minute of a key, or of an address without one; the state of the limit stands on every answer to a key. */
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
    if (caller) return this.limits.called(caller, response);
    // other paths that need no key are counted before they are routed
    return operation?.public && isVersioned(`/${operation.path}`) ? this.limits.visited(clientAddress) : true;
  }
}
