import { type FieldErrors, Problem } from '@app/platform/core';
import type { ApiRequest, ApiResponse } from '@app/platform/rest';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { catchError, type Observable, throwError } from 'rxjs';
import { entrySchema } from '../entries/entry.dto.js';
import type { REFUSALS } from './issue.dto.js';

interface RefusedField {
  code: (typeof REFUSALS)[number];
  index: number;
  field: string | null;
  message: string;
}

/** Adds next steps to a rejected ingest: the errors of entries as issues, and the URL of a new preview. */
@Injectable()
export class IngestProblems implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    return next.handle().pipe(
      catchError((error: unknown) => {
        if (error instanceof Problem && error.kind === 'invalid') addIssues(error);
        if (error instanceof Problem && error.kind === 'precondition_failed')
          addPreview(error, http.getRequest<ApiRequest>(), http.getResponse<ApiResponse>());
        return throwError(() => error);
      }),
    );
  }
}

function addIssues(problem: Problem): void {
  const issues = issuesOf(problem.fields ?? {});
  if (issues.length > 0) problem.details = { issues };
}

function addPreview(problem: Problem, { base, url }: ApiRequest, response: ApiResponse): void {
  const path = base + url.split('?', 1)[0]!;
  const preview = `<${path}?${path.endsWith('/restore') ? '' : 'commit=1&'}dry-run=1>; rel="preview"`;
  const links = [response.getHeader('Link'), preview].filter((link) => link !== undefined);
  problem.with({ Link: links.join(', ') });
}

function issuesOf(fields: FieldErrors): RefusedField[] {
  return Object.entries(fields).flatMap(([path, texts]) => {
    const [index, ...rest] = path.split('.');
    if (!/^\d+$/.test(index!)) return [];
    const field = rest.length > 0 ? rest.join('.') : null;
    const named = field ?? 'The entry';
    return texts.map((text) => ({
      code: codeOf(field, text),
      index: Number(index),
      field,
      message: `${named} ${text}`,
    }));
  });
}

/** The message of schema validation (core/json-schema.ts). */
const MISSING = 'is required';

function codeOf(field: string | null, text: string): RefusedField['code'] {
  const [name] = field?.split('.') ?? [];
  if (name !== undefined && !Object.hasOwn(entrySchema['properties'] as object, name)) return 'field_unknown';
  return text === MISSING ? 'field_missing' : 'field_invalid';
}
