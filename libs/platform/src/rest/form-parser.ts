import busboy from 'busboy';
import { malformed } from '../core/errors.js';
import { JSON_LIMIT } from './body.js';
import type { ApiRequest } from './request.js';

const PARTS = 100;

/** @throws Problem 400 */
export function parserOf(request: ApiRequest): busboy.Busboy {
  try {
    const { 'content-type': type = '' } = request.headers;
    if (/boundary\s*=\s*("\s*")?\s*(;|$)/i.test(type)) throw new Error('Empty boundary');
    const limits = { fieldSize: JSON_LIMIT + 1, parts: PARTS };
    return busboy({ headers: request.headers, defParamCharset: 'utf8', limits });
  } catch {
    throw notAForm();
  }
}

const notAForm = () => malformed('malformed_multipart', 'The body is not a well-formed multipart/form-data');

/** Captures the first error of the parser or of a part. */
export function failureOf(parser: busboy.Busboy): {
  fail(error: unknown): void;
  check(): void;
  happened: Promise<never>;
} {
  let first: unknown;
  let reject: (error: unknown) => void;
  const happened = new Promise<never>((_, refuse) => (reject = refuse));
  happened.catch(() => undefined); // it may reject before anyone awaits it
  const fail = (error: unknown): void => reject((first ??= error));
  parser.on('error', () => fail(notAForm()));
  parser.on('partsLimit', () => fail(malformed('malformed_multipart', `The form has more than ${PARTS} parts`)));
  const check = (): void => {
    if (first !== undefined) throw first;
  };
  return { fail, check, happened };
}
