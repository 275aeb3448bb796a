import type { RequestHandler } from 'express';
import { methodNotAllowed, notFound } from '../../core/model/errors.js';
import { isPublicFile, mediaTypeOf } from '../../files/file-content.js';
import type { FileStore } from '../../files/file-store.js';
import { FileResponse } from '../responses/file-response.js';
import { sendProblem } from '../responses/problem.filter.js';
import type { ApiRequest } from '../responses/request.js';

/** Named as in the OpenAPI document. */
const OPERATION = { id: 'get-file', path: 'files/:name' };

/** `GET /files/{name}`: public and immutable. Mounted at `/files`. */
export function serveFiles(store: FileStore): RequestHandler {
  return (received, response) => {
    const request = received as ApiRequest;
    const { method, path } = request;
    if (method !== 'GET' && method !== 'HEAD')
      return sendProblem(request, response, methodNotAllowed(['GET', 'HEAD', 'OPTIONS']));
    request.operation = OPERATION;
    const name = path.slice(1);
    if (!isPublicFile(name)) return sendProblem(request, response, notFound('File'));
    new FileResponse(store, name, mediaTypeOf(name), publicHeaders(name)).send(request, response);
  };
}

function publicHeaders(name: string): Record<string, string> {
  return {
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // An SVG opened directly is a page; it must not run or load anything.
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
    ...(mediaTypeOf(name) === 'application/octet-stream' && { 'Content-Disposition': 'attachment' }),
  };
}
