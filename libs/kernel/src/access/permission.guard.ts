import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Problem } from '../domain/errors.js';
import { isFallback, operationOf } from '../http/operation.js';
import type { ApiRequest } from '../http/request.js';

/** 403 naming the permission that the key lacks. Closed by default: what declares no operation is refused. */
@Injectable()
export class PermissionGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const operation = operationOf(context.getHandler());
    if (!operation) return isFallback(context.getHandler());
    const { permission } = operation;
    if (operation.public || permission === undefined) return true;
    if (context.switchToHttp().getRequest<ApiRequest>().caller?.may(permission)) return true;
    throw new Problem('forbidden', 'permission_missing', `The API key lacks the permission ${permission}`);
  }
}
