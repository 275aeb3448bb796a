import type { INestApplicationContext } from '@nestjs/common';
import { ApiKeyGuard } from '../auth/api-key.guard.js';
import type { Caller } from '../auth/caller.js';
import { RateLimitGuard } from '../auth/rate-limit.guard.js';
import type { ApiRequest, ApiResponse } from './request.js';

/**
 * Checks key and rate limits of a request outside the declared operations, like the guards of operations.
 * @throws Problem 401, 403, 429
 */
export async function authenticate(
  app: INestApplicationContext,
  request: ApiRequest,
  response: ApiResponse,
  id: string,
): Promise<Caller> {
  const rules = { id, path: id };
  request.operation = rules;
  await app.get(ApiKeyGuard, { strict: false }).check(request, response, rules);
  await app.get(RateLimitGuard, { strict: false }).check(request, response, rules);
  return request.caller!;
}
