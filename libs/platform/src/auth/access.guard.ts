import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Problem } from '../core/model/errors.js';
import { type AccessRules, accessRulesOf, isVersioned } from './access-rules.js';
import { ApiKeys } from './api-keys.js';
import { isGranted } from './caller.js';
import type { GuardedRequest } from './guarded-request.js';
import { RequestLimits } from './request-limits.js';

/** Note 1 of the specification: some of its texts use the singular name. */
const FLAG_ALIASES: Record<string, string> = { 'unit-description-resource': 'unit-descriptions-resource' };

/**
 * What every operation requires of its caller, in the order of docs/contract/decisions.md: 401 without a key, 403 with an invalid one,
 * 429 above its rate limit, 403 without the permission or for a write with a key that may only read, 400 without the experimental flag.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly keys: ApiKeys,
    private readonly limits: RequestLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<GuardedRequest>();
    const rules = accessRulesOf(context.getHandler())!; // the adapter registers only handlers that have them
    request.operation = rules;
    if (!rules.public) await this.admit(request, http.getResponse<Response>());
    else if (isVersioned(`/${rules.path}`)) await this.limits.countPublic(request.clientAddress); // others were counted before they were matched
    requireRights(rules, request);
    return true;
  }

  /** Identifies the caller by its key and counts the request. Every response then has the `RateLimit-*` headers. @throws Problem 401, 403, 429 */
  async admit(request: GuardedRequest, response: Response): Promise<void> {
    const caller = await this.keys.find(sentKey(request));
    if (!caller) {
      await this.limits.countInvalidKey(request.clientAddress, response);
      throw invalidCredentials();
    }
    request.caller = caller;
    await this.limits.countKey(caller, response);
  }
}

const invalidCredentials = () => new Problem('forbidden', 'invalid_credentials', 'Invalid authentication credentials');

/** The header takes precedence over the query parameter. An empty key counts as absent; several keys are invalid. */
export function sentKey(request: GuardedRequest): string {
  const headers = request.headersDistinct['api-key'] ?? [];
  const sent = headers.some((key) => key !== '') ? headers : request.searchParams.getAll('api-key');
  const keys = sent.filter((key) => key !== '');
  if (keys.length === 0) throw new Problem('unauthenticated', 'no_api_key', 'No API key found in request');
  if (keys.length > 1) throw invalidCredentials();
  return keys[0]!;
}

const READS = ['GET', 'HEAD', 'OPTIONS'];

/** @throws Problem 403, 400 */
function requireRights(rules: AccessRules, { method, caller, headersDistinct, searchParams }: GuardedRequest): void {
  const { flag } = rules;
  const missing = rules.public
    ? undefined
    : permissionsFor(rules, searchParams).find((each) => !isGranted(each, caller!));
  if (missing !== undefined)
    throw new Problem('forbidden', 'permission_missing', `The API key lacks the permission ${missing}`);
  if (caller?.isReadOnly && !READS.includes(method))
    throw new Problem('forbidden', 'read_only_key', 'The API key may only read');
  if (flag !== undefined && !namesFlag(headersDistinct['experimental-flags'] ?? [], flag))
    throw new Problem(
      'malformed',
      `experimental_flag_missing.${flag}`,
      `This operation needs the header Experimental-Flags: ${flag}`,
    );
}

const permissionsFor = ({ permission, query = [] }: AccessRules, sent: URLSearchParams): string[] => [
  ...(permission === undefined ? [] : [permission]),
  ...query.flatMap(({ name, permission: whole, permissions = {} }) => {
    if (whole === undefined && Object.keys(permissions).length === 0) return [];
    const values = namesOf(name).flatMap((each) => sent.getAll(each));
    const listed = values.flatMap((value) => value.split(',')).filter((value) => Object.hasOwn(permissions, value));
    return [values.length > 0 ? whole : undefined, ...listed.map((value) => permissions[value])].filter(
      (each) => each !== undefined,
    );
  }),
];

/** A parameter may be sent in snake_case too. */
const namesOf = (name: string): string[] => [name, name.replaceAll('-', '_')];

const namesFlag = (lines: readonly string[], flag: string): boolean =>
  lines
    .flatMap((line) => line.split(','))
    .map((text) => text.trim())
    .some((text) => text === flag || (Object.hasOwn(FLAG_ALIASES, text) && FLAG_ALIASES[text] === flag));
