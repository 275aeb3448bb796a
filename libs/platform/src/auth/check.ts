import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { operationOf, type Operation } from '../rest/operation.js';
import type { ApiRequest, ApiResponse } from '../rest/request.js';

/**
 * A guard as a plain function of the request and its operation, so that the reads that are answered before the router
 * pass the very same checks. It throws what it refuses.
 */
export abstract class Check implements CanActivate {
  /** `operation` is undefined where a handler declares none. */
  abstract check(
    request: ApiRequest,
    response: ApiResponse,
    operation: Operation | undefined,
  ): boolean | Promise<boolean>;

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    const operation = operationOf(context.getHandler());
    if (operation) request.operation = operation;
    return this.check(request, http.getResponse<ApiResponse>(), operation);
  }
}
