import { All, Controller, Req } from '@nestjs/common';
import { notFound, Problem } from '../core/errors.js';
import { Fallback } from './operation.js';
import { Operations } from './operations.js';
import type { ApiRequest } from './request.js';

export const methodNotAllowed = (allowed: string[]) =>
  new Problem('method_not_allowed', 'method_not_allowed', 'This path does not take this method').with({
    Allow: allowed.join(', '),
  });

/** Handles unmatched requests: 405 with `Allow` if the path exists with other methods, otherwise 404. The key is checked first;
 * public paths are handled before. */
@Controller('v1')
export class FallbackController {
  constructor(private readonly operations: Operations) {}

  @All('*rest')
  @Fallback()
  refuse(@Req() request: ApiRequest): never {
    const methods = this.operations.methodsAt(request.sentUrl ?? request.url);
    if (methods.length === 0) throw notFound('Route');
    throw methodNotAllowed(methods);
  }
}
