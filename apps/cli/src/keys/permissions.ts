import { isDate } from '@app/platform/core';
import { PERMISSIONS } from '../operations.js';

/** Without one of these prefixes, a name is one of the first. */
const PREFIXES = ['service.', 'manage.', 'keys.', 'webhooks.', 'audit.'] as const;
const [PREFIX] = PREFIXES;

/** The full name of a permission (`pricing.read`, `service.units.*`, `service.*`, `keys.manage`); undefined if unknown. */
export function permissionNamed(text: string): string | undefined {
  const name = PREFIXES.some((prefix) => text.startsWith(prefix)) ? text : PREFIX + text;
  const known = name.endsWith('.*')
    ? PERMISSIONS.some((permission) => permission.startsWith(name.slice(0, -1)))
    : PERMISSIONS.includes(name);
  return known ? name : undefined;
}

/** Permissions for the help, a line per family. */
export function permissionHelp(): string {
  const families = new Map<string, string[]>();
  for (const permission of PERMISSIONS) {
    const at = permission.lastIndexOf('.');
    const family = permission.slice(0, at);
    families.set(family, [...(families.get(family) ?? []), permission.slice(at + 1)]);
  }
  return [...families].map(([family, names]) => `  ${family}.{${names.join(', ')}}`).join('\n');
}

/** Parses an expiry; a date such as `2027-12-31` includes that day (UTC). @returns undefined for an invalid date or time */
export function expiryOf(text: string): Date | undefined {
  if (isDate(text)) return new Date(Date.parse(`${text}T00:00:00Z`) + 86_400_000);
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) && isDate(text.slice(0, 10));
  const time = isTime ? new Date(text) : undefined;
  return time && !Number.isNaN(time.getTime()) ? time : undefined;
}
