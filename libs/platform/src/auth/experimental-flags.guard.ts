import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Problem } from '../core/errors.js';
import type { AccessRules } from './access-rules.js';
import { Check } from './check.js';
import type { GuardedRequest } from './guarded-request.js';

/** Note 1 of the specification: some of its texts use the singular name. */
const ALIASES: Record<string, string> = { 'unit-description-resource': 'unit-descriptions-resource' };

/** 400 naming the flag missing from the header `Experimental-Flags`. */
@Injectable()
export class ExperimentalFlagsGuard extends Check {
  check(request: GuardedRequest, _: Response, operation: AccessRules | undefined): boolean {
    const flag = operation?.flag;
    if (flag === undefined) return true;
    const sent = request.headersDistinct['experimental-flags'] ?? [];
    const flags = sent.flatMap((line) => line.split(',')).map((text) => text.trim());
    if (flags.some((text) => text === flag || (Object.hasOwn(ALIASES, text) && ALIASES[text] === flag))) return true;
    throw new Problem(
      'malformed',
      `experimental_flag_missing.${flag}`,
      `This operation needs the header Experimental-Flags: ${flag}`,
    );
  }
}
