import { ApiSchema } from '@nestjs/swagger';
import { Req } from '@nestjs/common';
import { OneOf, Shape } from '../rest/schema/fields.js';
import { Health, PARTS, type Parts } from './health.js';
import { Operation, Resource } from '../rest/declare/operation.js';
import * as returns from '../rest/declare/returns.js';
import { JsonResponse } from '../rest/responses/json-response.js';
import type { ApiRequest } from '../rest/responses/request.js';

@ApiSchema({ description: 'The process responds.' })
class LivenessDto {
  @OneOf(['live'], { description: 'Always `live`' }) status: string;
}

const STATES = { type: 'string', enum: ['ok', 'failing'] };
const CHECKS = {
  type: 'object',
  description: 'What was checked',
  properties: Object.fromEntries(PARTS.map((part) => [part, { ...STATES, description: `State of the ${part}` }])),
  required: [...PARTS],
};

@ApiSchema({ description: 'The server accepts traffic.' })
class ReadinessDto {
  @OneOf(['ready'], { description: 'Always `ready`; otherwise the status is 503' }) status: string;
  @Shape(CHECKS, { example: { database: 'ok', migrations: 'ok', files: 'ok' } }) checks: Record<string, string>;
}

/** Health checks for load balancers and supervisors: public, and without internal details. */
@Resource('health', { tag: 'Health', root: true, extension: true })
export class HealthController {
  constructor(private readonly health: Health) {}

  @Operation('GET', 'live', {
    id: 'check-liveness',
    description: 'Responds as long as the process works; restart it if it does not. Does not check the database.',
    public: true,
    returns: returns.one(LivenessDto),
  })
  live() {
    return JsonResponse.json({ status: 'live' });
  }

  @Operation('GET', 'ready', {
    id: 'check-readiness',
    description:
      'Responds with 200 if the database is reachable and migrated and files can be stored, otherwise with 503; `checks` shows which check failed. A server that is stopping responds with 503, too.',
    public: true,
    errors: { 503: { not_ready: 'Not ready: database' } },
    returns: returns.one(ReadinessDto),
  })
  async ready(@Req() { requestId }: ApiRequest) {
    if (this.health.isStopping) return notReady(requestId, 'The server is stopping');
    const parts = await this.health.parts();
    const failing = PARTS.filter((part) => !parts[part]);
    if (failing.length > 0) return notReady(requestId, `Not ready: ${failing.join(', ')}`, { checks: statesOf(parts) });
    return JsonResponse.json({ status: 'ready', checks: statesOf(parts) });
  }
}

const statesOf = (parts: Parts): Record<string, string> =>
  Object.fromEntries(PARTS.map((part) => [part, parts[part] ? 'ok' : 'failing']));

const notReady = (requestId: string, message: string, more: object = {}): JsonResponse =>
  JsonResponse.json({ message, code: 'not_ready', request_id: requestId, ...more }, 503).with({ 'Retry-After': '1' });
