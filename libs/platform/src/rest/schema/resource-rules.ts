import type { Rules } from '../../resources/revise-within.js';
import { type Field, fieldsOf } from './dto.js';
import type { Dto, Variants } from './fields.js';
import { checkInstance } from './rules.js';

/**
 * The rules of the class that creates a resource, for `UpdateResource`: an update sends some of the fields, and its rules across fields
 * depend on the stored values of the others. Undefined for a class whose rules are all compiled: the body is enough for these.
 */
export function rulesOf(create: Dto | Variants): Rules | undefined {
  if (typeof create === 'function') return rulesOfClass(create);
  const byType = Object.fromEntries(Object.entries(create).map(([type, dto]) => [type, rulesOfClass(dto)]));
  if (Object.values(byType).every((rules) => rules === undefined)) return undefined;
  return async (resource) => (await byType[(resource as { type: string }).type]?.(resource)) ?? {};
}

function rulesOfClass(dto: Dto): Rules | undefined {
  const fields = fieldsOf(dto);
  const ruled = new Set(fields.filter(({ hasRules }) => hasRules).map(({ name }) => name));
  if (ruled.size === 0) return undefined;
  return async (resource) => {
    const errors = await checkInstance(asBody(dto, fields, resource));
    return Object.fromEntries(Object.entries(errors).filter(([path]) => ruled.has(path.split('.', 1)[0]!)));
  };
}

function asBody(dto: Dto, fields: readonly Field[], resource: object): object {
  const stored = resource as Readonly<Record<string, unknown>>;
  const body = Object.create(dto.prototype as object) as Record<string, unknown>;
  for (const { property } of fields) body[property] = stored[property];
  return body;
}
