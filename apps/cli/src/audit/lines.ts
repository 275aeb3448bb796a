import type { RowChange } from '@app/platform/audit';
import type { AuditRow } from './trail.js';

const VALUE_LENGTH = 60;
/** Maximum number of changed columns to show. */
const FIELDS = 8;

/** Formats an event as a single line. */
export const lineOf = (event: AuditRow): string =>
  [event.id, event.at, whoOf(event), event.operation ?? '-', whatOf(event), sourceOf(event)]
    .filter(Boolean)
    .join('  ')
    .replace(UNPRINTABLE, escaped);

const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const escaped = (character: string): string => `\\u${character.codePointAt(0)!.toString(16).padStart(4, '0')}`;

function whoOf({ actor, key_id: id, key_name: name }: AuditRow): string {
  if (actor !== 'key') return actor;
  return id === null ? 'no key' : `key ${id}${name === null ? '' : ` (${name})`}`;
}

function whatOf(event: AuditRow): string {
  const { kind, table, count, changes, status, code, method, path } = event;
  if (kind === 'refused')
    return count > 1 ? `rejected ${count} more with ${status}` : `rejected ${status} ${code}: ${method} ${path}`;
  const [change] = changes ?? [];
  if (count > 1 || !change) return `${kind} ${table}, ${count} rows`;
  return `${kind} ${table} ${Object.entries(change.key)
    .map(([name, value]) => `${name}=${shown(value)}`)
    .join(' ')}: ${fieldsOf(change)}`;
}

function fieldsOf({ key, before, after }: RowChange): string {
  const whole = after ?? before ?? {};
  const names = Object.keys(whole).filter((name) => !(name in key) && (before && after ? true : whole[name] !== null));
  const texts = names
    .slice(0, FIELDS)
    .map((name) =>
      before && after ? `${name} ${shown(before[name])} -> ${shown(after[name])}` : `${name} ${shown(whole[name])}`,
    );
  return [...texts, ...(names.length > FIELDS ? [`and ${names.length - FIELDS} more`] : [])].join(', ');
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  return text.length > VALUE_LENGTH ? `${text.slice(0, VALUE_LENGTH)}...` : text;
}

const sourceOf = ({ request_id: request, client }: AuditRow): string =>
  [request && `request ${request}`, client && `from ${client}`].filter(Boolean).join(' ');
