import { Injectable, type Type } from '@nestjs/common';
import {
  EXCEPTION_FILTERS_METADATA,
  GUARDS_METADATA,
  HEADERS_METADATA,
  INTERCEPTORS_METADATA,
  PIPES_METADATA,
  REDIRECT_METADATA,
  RENDER_METADATA,
  SSE_METADATA,
} from '@nestjs/common/internal';
import { ApplicationConfig, HttpAdapterHost } from '@nestjs/core';
import type { Check } from '../auth/check.js';
import type { JsonAdapter } from './json.adapter.js';
import type { Operation } from './operation.js';
import type { Handler } from './operations.js';
import { ProblemFilter } from './problem.filter.js';

const BY_CLASS_OR_METHOD = {
  guard: GUARDS_METADATA,
  interceptor: INTERCEPTORS_METADATA,
  pipe: PIPES_METADATA,
  filter: EXCEPTION_FILTERS_METADATA,
};
const BY_METHOD = {
  '@Header': HEADERS_METADATA,
  '@Redirect': REDIRECT_METADATA,
  '@Render': RENDER_METADATA,
  '@Sse': SSE_METADATA,
};

/** Finds what Nest runs around a handler besides the guards, the context pipe and the filter of every operation. */
@Injectable()
export class Enhancers {
  constructor(
    private readonly config: ApplicationConfig,
    private readonly host: HttpAdapterHost<JsonAdapter>,
  ) {}

  /**
   * @param checks the guards of every operation
   * @returns the kinds found; none for most reads
   */
  of(operation: Operation, { controller, method, parameters, isStatic }: Handler, checks: readonly Check[]): string[] {
    const handler = (controller.prototype as Record<string, object>)[method]!;
    return [
      ...this.everywhere(checks),
      ...declaredOn(handler, { ...BY_CLASS_OR_METHOD, ...BY_METHOD }),
      ...declaredOn(controller, BY_CLASS_OR_METHOD),
      ...(parameters.contexts !== 1 || parameters.others.length > 0 ? ['parameters'] : []),
      ...(isStatic ? [] : ['request scope']),
      ...(this.host.httpAdapter.hasMiddleware(operation.path) ? ['middleware'] : []),
    ];
  }

  private everywhere(checks: readonly unknown[]): string[] {
    const { config } = this;
    const guards = [...config.getGlobalGuards(), ...config.getGlobalRequestGuards()];
    const filters = [...config.getGlobalFilters(), ...config.getGlobalRequestFilters()];
    const found = {
      'global guard': guards.some((guard) => !checks.includes(guard)),
      'global filter': filters.some((filter) => !(filter instanceof ProblemFilter)),
      'global interceptor': config.getGlobalInterceptors().length + config.getGlobalRequestInterceptors().length > 0,
      'global pipe': config.getGlobalPipes().length + config.getGlobalRequestPipes().length > 0,
      'global hook': config.getGlobalPreRequestHooks().length > 0,
    };
    return Object.keys(found).filter((name) => found[name as keyof typeof found]);
  }
}

const declaredOn = (target: object | Type, kinds: Record<string, string>): string[] =>
  Object.keys(kinds).filter((name) => Reflect.hasMetadata(kinds[name]!, target));
