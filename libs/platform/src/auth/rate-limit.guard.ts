import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Check } from './check.js';
import type { GuardedRequest } from './guarded-request.js';
import { RequestLimits } from './request-limits.js';

/** Requests a minute and key; the state of the limit stands on every answer to a key. */
@Injectable()
export class RateLimitGuard extends Check {
  constructor(private readonly limits: RequestLimits) {
    super();
  }

  check({ caller }: GuardedRequest, response: Response): boolean | Promise<boolean> {
    return caller ? this.limits.called(caller, response) : true;
  }
}
