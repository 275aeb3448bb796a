import { Injectable, Logger } from '@nestjs/common';
import { ApiKeyGuard } from '../auth/api-key.guard.js';
import type { Check } from '../auth/check.js';
import { ExperimentalFlagsGuard } from '../auth/experimental-flags.guard.js';
import { PermissionGuard } from '../auth/permission.guard.js';
import { RateLimitGuard } from '../auth/rate-limit.guard.js';
import { RequestContextPipe } from './request-context.pipe.js';
import { Enhancers } from './enhancers.js';
import type { Operation } from './operation.js';
import { Operations } from './operations.js';
import { problemOf, sendProblem } from './problem.filter.js';
import { handlerResponse } from './handler-response.js';
import { sendJsonResponse } from './json-response.js';
import type { ApiRequest, ApiResponse } from './request.js';

/**
 * Serves GET operations before Express and Nest's router, with the same declarations, guards, context and handlers. The layers
 * in between took half of the time of a small read (docs/decisions/0004-get-router.md). Unusual paths (escapes, a trailing slash)
 * and operations with further enhancers are left to the router; both paths respond alike (test/platform/get-router.e2e-spec.ts).
 */
@Injectable()
export class GetRouter {
  /** the operations that it serves, with the positions of the parameters in their paths */
  private readonly served = new Map<Operation, readonly (readonly [name: string, position: number])[]>();
  private readonly checks: Check[];
  private readonly logger = new Logger(GetRouter.name);

  constructor(
    private readonly operations: Operations,
    private readonly contexts: RequestContextPipe,
    private readonly enhancers: Enhancers,
    keys: ApiKeyGuard,
    rate: RateLimitGuard,
    permission: PermissionGuard,
    flags: ExperimentalFlagsGuard,
  ) {
    this.checks = [keys, rate, permission, flags];
  }

  /** Selects the operations; call it when all are registered. */
  compile(): void {
    for (const [operation, handler] of this.operations.handlers) {
      if (operation.method !== 'GET' || 'mediaType' in operation.returns) continue;
      const enhancers = this.enhancers.of(operation, handler, this.checks);
      if (enhancers.length === 0) this.served.set(operation, positionsIn(operation.path));
      else this.logger.debug({ operation: operation.id, enhancers }, 'Left to the router');
    }
  }

  /** @returns whether it serves the request */
  handle(request: ApiRequest, response: ApiResponse): boolean {
    if (request.method !== 'GET') return false;
    const found = this.find(request.url);
    if (!found) return false;
    request.params = found.params;
    request.operation = found.operation;
    void this.serve(found.operation, request, response);
    return true;
  }

  private async serve(operation: Operation, request: ApiRequest, response: ApiResponse): Promise<void> {
    try {
      for (const check of this.checks) {
        const passed = check.check(request, response, operation);
        if (passed !== true) await passed;
      }
      const made = this.contexts.make(operation, request, response);
      const context = made instanceof Promise ? await made : made;
      const result = await this.operations.handlers.get(operation)!.invoke(context);
      sendJsonResponse(request, response, handlerResponse(result, context), operation.status);
    } catch (error) {
      if (response.headersSent) response.destroy();
      else sendProblem(request, response, problemOf(error, request));
    }
  }

  private find(url: string): { operation: Operation; params: Record<string, string> } | undefined {
    const [path] = url.split('?', 1) as [string];
    if (path.includes('%') || path.endsWith('/')) return undefined;
    const operation = this.operations.at(path).find(({ method }) => method === 'GET');
    const positions = operation && this.served.get(operation);
    if (!positions) return undefined;
    const segments = path.split('/');
    const params: Record<string, string> = {};
    for (const [name, position] of positions) params[name] = segments[position]!;
    return { operation, params };
  }
}

const positionsIn = (path: string): [string, number][] =>
  path.split('/').flatMap((segment, at) => (segment.startsWith(':') ? [[segment.slice(1), at + 1]] : []));
