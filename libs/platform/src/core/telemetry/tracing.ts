import type { OnApplicationShutdown } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Spans of requests, units of work, statements and jobs. This base class records none. */
export class Tracing implements OnApplicationShutdown {
  /** Whether spans are recorded; check it first where preparing a call is expensive. */
  readonly isOn: boolean = false;

  /** Handles a request in a span, continuing the sender's trace if there is one. */
  request(_request: IncomingMessage, _response: ServerResponse, handle: () => void): void {
    handle();
  }

  job<T>(_name: string, work: () => Promise<T>): Promise<T> {
    return work();
  }

  /** A child span of the current one; without a current span, nothing is recorded. */
  span<T>(_name: string, _attributes: Record<string, string>, work: () => Promise<T>): Promise<T> {
    return work();
  }

  /**
   * A child span of a statement. Its text is shortened and its literals are removed.
   * @param _about the main table of a read
   */
  statement<T>(_sql: string, work: () => Promise<T>, _about?: string): Promise<T> {
    return work();
  }

  async onApplicationShutdown(): Promise<void> {}
}
