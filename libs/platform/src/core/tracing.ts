import type { OnApplicationShutdown } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** How a request, a unit of work, a statement and a job are told to a collector of traces. This one tells nothing. */
export class Tracing implements OnApplicationShutdown {
  /** Whether anything is told: ask first where a call would cost even if nothing is. */
  readonly isOn: boolean = false;

  /** Answers a request, as a part of the trace that its sender has begun, if there is one. */
  request(_request: IncomingMessage, _response: ServerResponse, answer: () => void): void {
    answer();
  }

  /** Something that nobody asked for: the beginning of a trace. */
  job<T>(_name: string, work: () => Promise<T>): Promise<T> {
    return work();
  }

  /** A child span of the current one; without a current span, nothing is recorded. */
  span<T>(_name: string, _attributes: Record<string, string>, work: () => Promise<T>): Promise<T> {
    return work();
  }

  /**
   * The same for a statement, whose text is shortened; literals in it are not told.
   * @param _about the table that a read is mainly about
   */
  statement<T>(_sql: string, work: () => Promise<T>, _about?: string): Promise<T> {
    return work();
  }

  /** Sends what has not been sent, within a time. */
  async onApplicationShutdown(): Promise<void> {}
}
