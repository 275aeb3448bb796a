import { Injectable } from '@nestjs/common';
import { Problem } from '../core/errors.js';
import { UnitOfWork } from '../persistence/unit-of-work.js';
import type { AnyContext } from './request-context.js';
import { attemptBy, type Handling } from './handler.js';
import { IdempotencyStore } from './idempotency.js';
import type { Operation } from './operation.js';
import { Operations } from './operations.js';
import { responseTo } from './dress.js';
import { namesTag, JsonResponse, tagOf } from './json-response.js';

/** What the headers of a write ask for. */
export interface Conditions {
  /** of `Idempotency-Key`, with the print of the request */
  once?: { key: string; print: Buffer } | undefined;
  /** of `If-Match` */
  ifMatch?: string | undefined;
}

/**
 * Writes that happen at most once (`Idempotency-Key`), or only to what the client has seen (`If-Match`). The whole handler
 * runs in one unit of work with what these look up and keep: after a crash there is all of it, or nothing.
 */
@Injectable()
export class ConditionalWrites {
  constructor(
    private readonly work: UnitOfWork,
    private readonly answers: IdempotencyStore,
    private readonly operations: Operations,
  ) {}

  /** @param view makes the call of the operation that shows what this one changes */
  impose(
    operation: Operation,
    { once, ifMatch }: Conditions,
    call: AnyContext,
    view: (viewing: Operation) => AnyContext,
  ): void {
    if (!once && ifMatch === undefined) return;
    attemptBy(call, (handler) => {
      const guarded = ifMatch === undefined ? handler : () => this.ifMatch(operation, ifMatch, call, view, handler);
      const reply = async () => replyOf(call, await guarded(), operation.status);
      const { keyId } = call.actor;
      const whole = once ? () => this.answers.once(keyId, once.key, once.print, reply) : reply;
      // What changes between the look at the tag and the write makes the database refuse, and all is tried again.
      return this.work.runWithSavepoints(
        whole,
        operation.lane,
        ifMatch === undefined ? 'READ COMMITTED' : 'REPEATABLE READ',
      );
    });
  }

  private async ifMatch(
    operation: Operation,
    tags: string,
    call: AnyContext,
    view: (viewing: Operation) => AnyContext,
    handler: Handling,
  ): Promise<unknown> {
    const { base } = call;
    const viewing = this.operations.viewOf(operation);
    const shown = viewing && (await this.show(viewing, view(viewing)));
    if (!shown || !namesTag(tags, tagOf(shown, base)))
      throw new Problem('precondition_failed', 'precondition_failed', 'If-Match does not name what is there now');
    const result = await handler();
    const reply = responseTo(call, result);
    return reply.text === undefined ? result : reply.with({ ETag: tagOf(reply, base) });
  }

  private async show(viewing: Operation, call: AnyContext): Promise<JsonResponse> {
    return replyOf(call, await this.operations.handlers.get(viewing)!.answer(call), viewing.status);
  }
}

function replyOf(context: AnyContext, result: unknown, status: number): JsonResponse {
  const reply = responseTo(context, result);
  return new JsonResponse(reply.text, reply.status ?? status, reply.headers);
}
