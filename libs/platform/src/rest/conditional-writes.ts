import { Injectable } from '@nestjs/common';
import { Problem } from '../core/errors.js';
import { UnitOfWork } from '../persistence/unit-of-work.js';
import type { AnyContext } from './request-context.js';
import { interceptHandler, type Invoke } from './handler.js';
import { IdempotencyStore } from './idempotency.js';
import type { Operation } from './operation.js';
import { Operations } from './operations.js';
import { handlerResponse } from './handler-response.js';
import { namesTag, JsonResponse, tagOf } from './json-response.js';

/** The conditions in the headers of a write. */
export interface Conditions {
  /** `Idempotency-Key` and the fingerprint of the request */
  once?: { key: string; fingerprint: Buffer } | undefined;
  /** `If-Match` */
  ifMatch?: string | undefined;
}

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

  /** @param view creates the context of the operation that shows the changed resource */
  apply(
    operation: Operation,
    { once, ifMatch }: Conditions,
    call: AnyContext,
    view: (viewing: Operation) => AnyContext,
  ): void {
    if (!once && ifMatch === undefined) return;
    interceptHandler(call, (handler) => {
      const guarded = ifMatch === undefined ? handler : () => this.ifMatch(operation, ifMatch, call, view, handler);
      const response = async () => responseOf(call, await guarded(), operation.status);
      const { keyId } = call.actor;
      const whole = once ? () => this.idempotency.once(keyId, once.key, once.fingerprint, response) : response;
      // A change between checking the tag and writing is a serialization failure, which is retried.
      return this.work.runWithSavepoints(
        whole,
        operation.partition,
        ifMatch === undefined ? undefined : 'REPEATABLE READ',
      );
    });
  }

  private async ifMatch(
    operation: Operation,
    tags: string,
    call: AnyContext,
    view: (viewing: Operation) => AnyContext,
    handler: Invoke,
  ): Promise<unknown> {
    const { base } = call;
    const viewing = this.operations.viewOf(operation);
    const current = viewing && (await this.show(viewing, view(viewing)));
    if (!current || !namesTag(tags, tagOf(current, base)))
      throw new Problem(
        'precondition_failed',
        'precondition_failed',
        'The resource has changed: If-Match does not contain its ETag',
      );
    const result = await handler();
    const response = handlerResponse(call, result);
    const isGone = operation.method === 'DELETE' || response.text === undefined;
    return isGone ? result : response.with({ ETag: tagOf(response, base) });
  }

  private async show(viewing: Operation, call: AnyContext): Promise<JsonResponse> {
    return responseOf(call, await this.operations.handlers.get(viewing)!.answer(call), viewing.status);
  }
}

function responseOf(context: AnyContext, result: unknown, status: number): JsonResponse {
  const response = handlerResponse(context, result);
  return new JsonResponse(response.text, response.status ?? status, response.headers);
}
