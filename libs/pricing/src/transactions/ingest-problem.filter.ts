import { type FieldErrors, Problem, type ProblemKind } from '@app/platform/core';
import { type ApiRequest, type ApiResponse, sendProblem } from '@app/platform/rest';
import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { entrySchema } from '../entries/entry.dto.js';
import type { REFUSALS } from '../issues/issue.dto.js';
import { TransactionOpen, Transactions } from './transaction.repository.js';

interface RefusedField {
  code: (typeof REFUSALS)[number];
  index: number;
  field: string | null;
  message: string;
}

/** Problems of callers that may not know whether the process has an open transaction. */
const WITHOUT_ACCESS: readonly ProblemKind[] = ['unauthenticated', 'forbidden', 'too_many_requests', 'not_found'];

/**
 * Adds next steps to a rejected ingest: the errors of entries as issues, and a `Link` to the open transaction of the process and to a
 * new preview.
 */
@Catch(Problem)
export class IngestProblemFilter implements ExceptionFilter {
  constructor(private readonly transactions: Transactions) {}

  async catch(problem: Problem, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    const response = http.getResponse<ApiResponse>();
    if (!WITHOUT_ACCESS.includes(problem.kind)) await this.explain(problem, request, response);
    sendProblem(request, response, problem);
  }

  private async explain(problem: Problem, request: ApiRequest, response: ApiResponse): Promise<void> {
    if (problem.kind === 'invalid') addIssues(problem);
    // An operation on a transaction has a `Link` to it already.
    const own = response.getHeader('Link');
    const links = [
      own ?? (await this.openTransaction(problem, request)),
      problem.kind === 'precondition_failed' ? previewOf(request) : undefined,
    ].filter((link) => link !== undefined);
    if (links.length > 0) problem.with({ Link: links.join(', ') });
  }

  private async openTransaction(problem: Problem, { params, base }: ApiRequest): Promise<string | undefined> {
    const { asset: assetId, process: processId } = params as { asset: string; process: string };
    const id =
      problem instanceof TransactionOpen
        ? problem.transactionId
        : await this.transactions.openOne({ assetId, processId }).catch(() => undefined);
    if (id === undefined) return undefined;
    return `<${base}/v1/assets/${assetId}/multifamily/pricing/${processId}/transactions/${id}>; rel="transaction"`;
  }
}

function addIssues(problem: Problem): void {
  const issues = issuesOf(problem.fields ?? {});
  if (issues.length > 0) problem.details = { issues };
}

function previewOf({ base, url }: ApiRequest): string {
  const path = base + url.split('?', 1)[0]!;
  return `<${path}?${path.endsWith('/restore') ? '' : 'commit=1&'}dry-run=1>; rel="preview"`;
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

/** The message of schema validation (core/validation/json-schema.ts). */
const MISSING = 'is required';

function codeOf(field: string | null, text: string): RefusedField['code'] {
  const [name] = field?.split('.') ?? [];
  if (name !== undefined && !Object.hasOwn(entrySchema['properties'] as object, name)) return 'field_unknown';
  return text === MISSING ? 'field_missing' : 'field_invalid';
}
