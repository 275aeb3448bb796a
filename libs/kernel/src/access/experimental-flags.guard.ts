import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Problem } from '../domain/errors.js';
import { operationOf } from '../http/operation.js';
import type { ApiRequest } from '../http/request.js';

/** The specification's note 1: the singular name stands in some of its texts. */
const ALSO: Record<string, string> = { 'unit-description-resource': 'unit-descriptions-resource' };

/** 400 naming the flag that the header `Experimental-Flags` lacks. */
@Injectable()
export class ExperimentalFlagsGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const flag = operationOf(context.getHandler())?.flag;
    if (flag === undefined) return true;
    const sent = context.switchToHttp().getRequest<ApiRequest>().headersDistinct['experimental-flags'] ?? [];
    const flags = sent.flatMap((line) => line.split(',')).map((text) => text.trim());
    if (flags.some((text) => text === flag || (Object.hasOwn(ALSO, text) && ALSO[text] === flag))) return true;
    throw new Problem(
      'malformed',
      `experimental_flag_missing.${flag}`,
      `This operation needs the header Experimental-Flags: ${flag}`,
    );
  }
}
