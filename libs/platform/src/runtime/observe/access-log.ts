import { Logger } from '@nestjs/common';
import type { ApiRequest, ApiResponse } from '../../rest/responses/request.js';

const LOGGED_AT = ['info', 'debug', 'trace'];
const logger = new Logger('Http');

/** Logs one line per request when its response is closed; never the query, which may contain a key. */
export function accessLog(level: string): ((request: ApiRequest, response: ApiResponse) => void) | undefined {
  if (!LOGGED_AT.includes(level)) return undefined;
  return (request, response) => {
    const startedAt = performance.now();
    const path = request.url.split(/[?#]/, 1)[0];
    response.once('close', () => {
      const { method, requestId, traceId, caller } = request;
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      const unfinished = response.writableFinished ? {} : { unfinished: true }; // the client disconnected early
      const status = response.headersSent || response.statusCode >= 400 ? response.statusCode : undefined;
      logger.log(
        { requestId, traceId, keyId: caller?.keyId, method, path, status, ms, ...unfinished },
        'Request completed',
      );
    });
  };
}
