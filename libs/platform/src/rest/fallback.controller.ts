import { All, Controller, Req } from '@nestjs/common';
import { methodNotAllowed, notFound } from '../core/errors.js';
import { Fallback } from './operation.js';
import { Operations } from './operations.js';
import type { ApiRequest } from './request.js';

/** Handles unmatched requests: 405 with `Allow` if the path exists with other methods, otherwise 404. The key is checked first;
 * public paths are handled before. */
@Controller('v1')
export class FallbackController {
  constructor(private readonly operations: Operations) {}

  @All('*rest')
  @Fallback()
  reject(@Req() request: ApiRequest): never {
    const methods = this.operations.methodsAt(request.sentUrl ?? request.url);
    if (methods.length === 0) throw notFound('Route');
    throw methodNotAllowed(methods);
  }
}
