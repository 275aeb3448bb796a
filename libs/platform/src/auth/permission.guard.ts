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
  check({ caller, searchParams }: GuardedRequest, _: Response, operation: AccessRules | undefined): boolean {
    if (!operation || operation.public) return true;
    const missing = permissionsFor(operation, searchParams).find((permission) => !caller?.may(permission));
    if (missing === undefined) return true;
    throw new Problem('forbidden', 'permission_missing', `The API key lacks the permission ${missing}`);
  }
}

/** The permission of the operation, and those of the query parameters that the request sends. */
const permissionsFor = ({ permission, query = [] }: AccessRules, sent: URLSearchParams): string[] => [
  ...(permission === undefined ? [] : [permission]),
  ...query.flatMap((parameter) =>
    parameter.permission !== undefined && sent.has(parameter.name) ? parameter.permission : [],
  ),
];
