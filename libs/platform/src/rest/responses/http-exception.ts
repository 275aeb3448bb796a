import { STATUS_CODES } from 'node:http';
import type { HttpException } from '@nestjs/common';
import type { Problem } from '../../core/model/errors.js';

export interface HttpError extends Pick<Problem, 'code' | 'message'> {
  status: number;
}

export function httpErrorOf(exception: HttpException): HttpError {
  const status = exception.getStatus();
  const response = exception.getResponse();
  const { message, code }: { message?: unknown; code?: unknown } =
    typeof response === 'string' ? { message: response } : response;
  return {
    status,
    code: typeof code === 'string' ? code : codeOf(status),
    message: textOf(message) || exception.message,
  };
}

/** A `ValidationPipe` passes an array of messages. */
const textOf = (message: unknown): string =>
  [message]
    .flat()
    .filter((text) => typeof text === 'string')
    .join('; ');

/** For example `im_a_teapot` for 418. */
const codeOf = (status: number): string =>
  (STATUS_CODES[status] ?? `http_${status}`).toLowerCase().replaceAll("'", '').replace(/\W+/g, '_');
