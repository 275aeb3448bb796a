import type { ApiRequest, ApiResponse } from './request.js';

/** The result of a handler that writes the response itself: a file, a page. */
export abstract class CustomResponse {
  abstract send(request: ApiRequest, response: ApiResponse): void;
}
