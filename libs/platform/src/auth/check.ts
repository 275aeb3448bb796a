import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { Response } from 'express';
import { type AccessRules, accessRulesOf } from './access-rules.js';
import type { GuardedRequest } from './guarded-request.js';

/**
 * A guard as a plain function of the request and its operation, so that reads served before the router pass the same checks.
 * It throws a Problem for a request that it rejects.
 */
export abstract class Check implements CanActivate {
  /** @param operation undefined for a handler that declares none */
  abstract check(
    request: GuardedRequest,
    response: Response,
    operation: AccessRules | undefined,
  ): boolean | Promise<boolean>;

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<GuardedRequest>();
    const operation = accessRulesOf(context.getHandler());
    if (operation) request.operation = operation;
    return this.check(request, http.getResponse<Response>(), operation);
  }
}
