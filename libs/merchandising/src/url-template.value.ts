/** URL templates. It has no imports, so that the console tries a template with the same code. */

/** Values by variable name; members of an object are addressed as `leasing_fields.key`. */
export type Variables = Readonly<Record<string, unknown>>;

/** The variables of links of units. */
export type UnitVariables = Variables &
  Record<
    | ('unit_id' | 'unit_number' | 'area' | 'building' | 'floor' | 'floor_plan')
    | ('available_on' | 'price' | 'leasing_fields'),
    unknown
  >;

type Part = string | { name: string; dateFormat: string | undefined };

/**
 * Renders the URL of a unit: replaces each `{{ variable }}` by its URL-encoded value. Unknown variables, null, objects and
 * arrays render empty, as does `date` of anything but a date.
 * @throws Error for a template that `isUrlTemplate` rejects because of its variables, which is never stored
 */
export function renderUrlTemplate(template: string, variables: Variables): string {
  const parts = partsOf(template);
  if (!parts) throw new Error('A variable is not closed, has no name, or has an unknown filter.');
  return parts.map((part) => (typeof part === 'string' ? part : render(part, variables))).join('');
}

/** @returns undefined for an unclosed variable, a missing name or an unknown filter */
export function partsOf(template: string): Part[] | undefined {
  const [first, ...rest] = template.split('{{');
  const parts: Part[] = [first!];
  for (const each of rest) {
    const end = each.indexOf('}}');
    const variable = end < 0 ? undefined : parseVariable(each.slice(0, end));
    if (!variable) return undefined;
    parts.push(variable, each.slice(end + 2));
  }
  return parts;
}

function parseVariable(text: string): Part | undefined {
  const [name = '', ...filters] = text.split('|').map((each) => each.trim());
  if (name === '' || filters.length > 1) return undefined;
  const [filter] = filters;
  const date = filter === undefined ? undefined : /^date\(\s*(?:'([^']*)'|"([^"]*)")\s*\)$/.exec(filter);
  return date === null ? undefined : { name, dateFormat: date?.[1] ?? date?.[2] };
}

function render({ name, dateFormat }: Exclude<Part, string>, variables: Variables): string {
  const value = valueOf(name, variables);
  const text = ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
  return encodeURIComponent((dateFormat === undefined ? text : formatDate(text, dateFormat)).toWellFormed());
}

/** Keys of leasing fields may contain dots, so everything after the first dot is the key. */
function valueOf(name: string, variables: Variables): unknown {
  if (Object.hasOwn(variables, name)) return variables[name];
  const [group, ...key] = name.split('.');
  const values = Object.hasOwn(variables, group!) ? variables[group!] : undefined;
  if (typeof values !== 'object' || values === null || !Object.hasOwn(values, key.join('.'))) return undefined;
  return (values as Variables)[key.join('.')];
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const two = (number: number): string => String(number).padStart(2, '0');

/** Letters of a date format; other characters, and any character after a backslash, are literal. */
const LETTERS: Record<string, (date: Date) => string> = {
  d: (date) => two(date.getUTCDate()),
  j: (date) => String(date.getUTCDate()),
  D: (date) => DAYS[date.getUTCDay()]!.slice(0, 3),
  l: (date) => DAYS[date.getUTCDay()]!,
  m: (date) => two(date.getUTCMonth() + 1),
  n: (date) => String(date.getUTCMonth() + 1),
  M: (date) => MONTHS[date.getUTCMonth()]!.slice(0, 3),
  F: (date) => MONTHS[date.getUTCMonth()]!,
  y: (date) => two(date.getUTCFullYear() % 100),
  Y: (date) => String(date.getUTCFullYear()).padStart(4, '0'),
};

function formatDate(text: string, format: string): string {
  const day = text.slice(0, 10);
  const date = new Date(`${day}T00:00:00Z`);
  // `Date` takes February 30 for March 1.
  if (Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== day || day.startsWith('0000')) return '';
  return format.replace(/\\(.)|[a-z]/gis, (found, escaped?: string) => escaped ?? LETTERS[found]?.(date) ?? found);
}
