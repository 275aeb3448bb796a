import { Injectable } from '@nestjs/common';
import { Problem } from '../../core/model/errors.js';
import { UnitOfWork } from '../../persistence/aggregates/unit-of-work.js';
import { handlerResponse } from '../responses/handler-response.js';
import { IdempotencyStore } from './idempotency.js';
import { JsonResponse, matchesETag, etagOf } from '../responses/json-response.js';
import type { Operation } from '../declare/operation.js';
import { Operations } from '../declare/operations.js';
import type { AnyContext } from '../declare/request-context.js';

interface Conditions {
  /** `Idempotency-Key` and the fingerprint of the request */
  once?: { key: string; fingerprint: Buffer } | undefined;
  /** `If-Match` */
  ifMatch?: string | undefined;
}

/** Creates the context of the operation that shows the changed resource. */
type View = (viewing: Operation) => AnyContext;

/**
 * Writes that happen at most once (`Idempotency-Key`), or only to an unchanged resource (`If-Match`). The handler runs in one
 * unit of work with the check and the stored response, so that a crash leaves all of it or nothing.
 */
@Injectable()
export class ConditionalWrites {
  constructor(
    private readonly work: UnitOfWork,
    private readonly idempotency: IdempotencyStore,
    private readonly operations: Operations,
  ) {}

  /** Runs the handler under the conditions. @returns its result, or with conditions the response */
  run(
    operation: Operation,
    { once, ifMatch }: Conditions,
    { actor, base }: AnyContext,
    view: View,
    handler: () => Promise<unknown>,
  ): Promise<unknown> {
    if (!once && ifMatch === undefined) return handler();
    const respond = async (): Promise<JsonResponse> => {
      if (ifMatch !== undefined) await this.requireMatch(ifMatch, operation, base, view);
      const response = responseOf(await handler(), operation);
      const isShown = ifMatch !== undefined && operation.method !== 'DELETE' && response.text !== undefined;
      return isShown ? response.with({ ETag: etagOf(response, base) }) : response;
    };
    const work = once ? () => this.idempotency.once(actor.keyId, once.key, once.fingerprint, respond) : respond;
    // A change between checking the tag and writing is a serialization failure, which is retried.
    const isolation = ifMatch === undefined ? undefined : 'REPEATABLE READ';
    return this.work.runWithSavepoints(work, operation.partition, isolation);
  }

  /** @throws Problem 412 unless the tags contain that of the resource as it is */
  private async requireMatch(tags: string, operation: Operation, base: string, view: View): Promise<void> {
    const viewing = this.operations.viewOf(operation);
    if (!viewing) throw failed('This operation does not support If-Match, because it changes more than one resource');
    const current = responseOf(await this.operations.invoke(viewing, view(viewing)), viewing);
    if (!matchesETag(tags, etagOf(current, base)))
      throw failed('The resource has changed: If-Match does not contain its ETag');
  }
}

const failed = (message: string) => new Problem('precondition_failed', 'precondition_failed', message);

function responseOf(result: unknown, { status }: Operation): JsonResponse {
  const response = handlerResponse(result);
  return new JsonResponse(response.text, response.status ?? status, response.headers, response.stored);
}
