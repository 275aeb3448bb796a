import cluster from 'node:cluster';
import type { LoggerService } from '@nestjs/common';
import { destination, type DestinationStream, pino, type Logger, type LoggerOptions } from 'pino';

/** Nest's logger as JSON lines on standard output: one line per event. */
export class JsonLog implements LoggerService {
  private readonly pino: Logger;

  constructor(level: string, output: DestinationStream = destination(1)) {
    const options: LoggerOptions = {
      level,
      base: cluster.isWorker ? { pid: process.pid } : undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: withoutKeys },
    };
    this.pino = pino(options, output);
  }

  log = (message: unknown, ...rest: unknown[]) => this.write('info', message, rest);
  error = (message: unknown, ...rest: unknown[]) => this.write('error', message, rest);
  warn = (message: unknown, ...rest: unknown[]) => this.write('warn', message, rest);
  debug = (message: unknown, ...rest: unknown[]) => this.write('debug', message, rest);
  verbose = (message: unknown, ...rest: unknown[]) => this.write('trace', message, rest);
  fatal = (message: unknown, ...rest: unknown[]) => this.write('fatal', message, rest);

  /** Nest passes the context last; our own calls pass (fields, message, context). */
  private write(
    level: 'info' | 'error' | 'warn' | 'debug' | 'trace' | 'fatal',
    message: unknown,
    rest: unknown[],
  ): void {
    const context = typeof rest.at(-1) === 'string' ? (rest.pop() as string) : undefined;
    if (typeof message === 'object' && message !== null && !(message instanceof Error))
      this.pino[level]({ context, ...message }, typeof rest[0] === 'string' ? rest[0] : undefined);
    else
      this.pino[level](
        { context, ...(rest.length > 0 && { details: rest.map(textOf) }) },
        message instanceof Error ? (message.stack ?? message.message) : String(message),
      );
  }
}

/** Logs only the text of an error, because an error of TypeORM contains the query parameters. */
const textOf = (detail: unknown): unknown => (detail instanceof Error ? (detail.stack ?? detail.message) : detail);

/** Masks API keys, for example in a mistyped path, so that logs and traces never contain one. */
export const withoutKeys = (line: string): string =>
  line.includes('pms_') ? line.replace(/pms_[0-9A-Za-z]{40}/g, 'pms_***') : line;
