import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import busboy from 'busboy';
import { malformed } from '../../core/model/errors.js';
import { chunksOf, MAX_JSON_BYTES, tooLarge, UPLOAD_MS } from './body.js';
import { PartHeaders } from './part-headers.js';
import type { ApiRequest } from '../responses/request.js';

const PARTS = 100;

interface PartReceiver {
  receiveText(name: string, value: string): void;
  receiveFile(name: string, stream: Readable, filename: string | undefined): Promise<void>;
}

/** Parses a form. No file is being received any more when it returns or throws. @throws Problem 413, 415 or 400 */
export async function parseForm(request: ApiRequest, limit: number, parts: PartReceiver): Promise<void> {
  const parser = parserOf(request);
  const failure = new AbortController(); // by the first error of the parser or of a part
  const { signal } = failure;
  const headers = new PartHeaders(request.headers['content-type'] ?? '');
  const files: Promise<void>[] = [];
  let received = 0;
  parser.on('error', () => failure.abort(notAForm()));
  parser.on('partsLimit', () => failure.abort(malformed(CODE, `The form has more than ${PARTS} parts`)));
  parser.on('file', (name: string | undefined, stream, { filename }: { filename?: string }) => {
    received += 1;
    stream.on('error', () => undefined); // the parser reports its own failure
    files.push(parts.receiveFile(name ?? '', stream, filename).catch((error: unknown) => failure.abort(error)));
  });
  parser.on('field', (name: string | undefined, value, { valueTruncated }) => {
    received += 1;
    if (valueTruncated) failure.abort(tooLarge(MAX_JSON_BYTES));
    else if (value.includes('\uFFFD')) failure.abort(malformed(CODE, 'A part is not text in UTF-8'));
    else parts.receiveText(name ?? '', value);
  });
  try {
    for await (const chunk of chunksOf(request, limit, UPLOAD_MS)) {
      headers.update(chunk);
      signal.throwIfAborted();
      if (!parser.write(chunk)) await once(parser, 'drain', { signal });
    }
    parser.end();
    await finished(parser, { signal });
    await Promise.all(files);
    signal.throwIfAborted();
    headers.end(received);
  } catch (error) {
    parser.destroy();
    await Promise.allSettled(files);
    throw signal.aborted ? signal.reason : error;
  }
}

function parserOf(request: ApiRequest): busboy.Busboy {
  try {
    const { 'content-type': type = '' } = request.headers;
    if (/boundary\s*=\s*("\s*")?\s*(;|$)/i.test(type)) throw new Error('Empty boundary');
    const limits = { fieldSize: MAX_JSON_BYTES + 1, parts: PARTS };
    return busboy({ headers: request.headers, defParamCharset: 'utf8', limits });
  } catch {
    throw notAForm();
  }
}

const CODE = 'malformed_multipart';
const notAForm = () => malformed(CODE, 'The body is not a well-formed multipart/form-data');
