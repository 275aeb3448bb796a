import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Problem } from '../core/errors.js';
import type { AccessRules } from './access-rules.js';
import { ApiKeys } from './api-keys.js';
import type { Caller } from './caller.js';
import { Check } from './check.js';
import type { GuardedRequest } from './guarded-request.js';
import { RequestLimits } from './request-limits.js';

const invalidCredentials = () => new Problem('forbidden', 'invalid_credentials', 'Invalid authentication credentials');

/** 401 without a key, 403 with an invalid one (docs/contract/specification.md, Authentication). */
@Injectable()
export class ApiKeyGuard extends Check {
  constructor(
    private readonly keys: ApiKeys,
    private readonly limits: RequestLimits,
  ) {
    super();
  }

  check(request: GuardedRequest, response: Response, operation: AccessRules | undefined): boolean | Promise<boolean> {
    if (operation?.public) return true;
    const found = this.keys.find(sentKey(request));
    if (found instanceof Promise) return found.then((caller) => this.admit(request, response, caller));
    return this.admit(request, response, found);
  }

  private admit(request: GuardedRequest, response: Response, caller: Caller | null): boolean | Promise<boolean> {
    if (!caller) return this.reject(request, response);
    request.caller = caller;
    return true;
  }

  private async reject(request: GuardedRequest, response: Response): Promise<never> {
    await this.limits.countInvalidKey(request.clientAddress, response);
    throw invalidCredentials();
  }
}

/** The header takes precedence over the query parameter. An empty key counts as absent; several keys are invalid. */
function sentKey(request: GuardedRequest): string {
  const headers = request.headersDistinct['api-key'] ?? [];
  const sent = headers.some((key) => key !== '') ? headers : request.searchParams.getAll('api-key');
  const keys = sent.filter((key) => key !== '');
  if (keys.length === 0) throw new Problem('unauthenticated', 'no_api_key', 'No API key found in request');
  if (keys.length > 1) throw invalidCredentials();
  return keys[0]!;
}
