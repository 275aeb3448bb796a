import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Problem } from '../core/errors.js';
import type { AccessRules } from './access-rules.js';
import { Check } from './check.js';
import type { GuardedRequest } from './guarded-request.js';

/** 403 naming the permission that the API key lacks. */
@Injectable()
export class PermissionGuard extends Check {
  /** Only the fallback controller has no operation, and it rejects every request; the application refuses to start with another one. */
  check({ caller }: GuardedRequest, _: Response, operation: AccessRules | undefined): boolean {
    if (!operation || operation.public || operation.permission === undefined) return true;
    if (caller?.may(operation.permission)) return true;
    throw new Problem('forbidden', 'permission_missing', `The API key lacks the permission ${operation.permission}`);
  }
}
