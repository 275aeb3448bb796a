import type { Answer, TestApp } from './app.js';

/** A field of a body: values that are taken as they are, and those that are refused. */
export type BoundaryValues = [field: string, taken: unknown[], refused: unknown[]];

const NO_TEXT = [1, true, [], {}, 'a\0b', '\ud800'];
const BLANK = ['', ' ', '\n\t'];

/** Text that may not be blank: its longest, in code points, is taken, one more is not. */
export const filled = (field: string, max: number): BoundaryValues => [
  field,
  ['x', ' x ', 'x'.repeat(max), '🏠'.repeat(max)],
  ['x'.repeat(max + 1), '🏠'.repeat(max + 1), null, ...BLANK, ...NO_TEXT],
];

/** Text that may be null or blank. */
export const nullable = (field: string, max: number): BoundaryValues => [
  field,
  [null, '', ' ', 'x'.repeat(max), '🏠'.repeat(max)],
  ['x'.repeat(max + 1), '🏠'.repeat(max + 1), ...NO_TEXT],
];

export const oneOf = (field: string, values: readonly string[]): BoundaryValues => [
  field,
  [...values],
  ['', 'unknown', values[0]!.toUpperCase(), values[0]!.toLowerCase(), 1, []].filter(
    (value) => !(values as readonly unknown[]).includes(value),
  ),
];

export const bool = (field: string): BoundaryValues => [field, [true, false], [null, 'true', 0, 1, []]];

export const int32 = (field: string, min = -2147483648, max = 2147483647): BoundaryValues => [
  field,
  min <= 0 && max >= 0 ? [min, 0, max] : [min, max],
  [min - 1, max + 1, 0.5, '1', null, true, 1e20],
];

/** A number with fractions. */
export const float = (field: string, min = -Infinity, max = Infinity): BoundaryValues => {
  const values = [min, min - 0.5, min - 1, max, max + 0.5, -1.5, 0.5, 1.75, 1e9].filter(Number.isFinite);
  const isTaken = (value: number) => value >= min && value <= max;
  return [field, values.filter(isTaken), [...values.filter((value) => !isTaken(value)), '1.5', null, true, []]];
};

/** A calendar date, between two that do not break a rule across fields. */
export const date = (field: string, first = '0001-01-01', last = '9999-12-31'): BoundaryValues => [
  field,
  [first, '2026-12-01', '2028-02-29', last].filter((value) => value >= first && value <= last),
  ['2027-02-29', '2026-13-01', '2026-12-1', '2026-12-01T00:00:00Z', '01.12.2026', '', 1, null, []],
];

/** An instant, between two in UTC that do not break a rule across fields. */
export const time = (
  field: string,
  first = '0001-01-01T00:00:00+00:00',
  last = '9999-12-31T23:59:59+00:00',
): BoundaryValues => [
  field,
  [first, '2026-12-01T10:00:00+00:00', '2028-02-29T23:59:59+00:00', last].filter(
    (value) => value >= first && value <= last,
  ),
  [
    ...['2027-02-29T10:00:00Z', '2026-12-01T25:00:00Z', '2026-12-01T10:60:00Z', '2026-12-01T10:00Z', '2026-12-01'],
    ...[
      '2026-12-01T10:00:00',
      '2026-12-01 10:00:00Z',
      '9999-12-31T23:59:59-01:00',
      '10:00:00Z',
      'now',
      '',
      1,
      null,
      [],
    ],
  ],
];

/** The id of another resource of the asset. */
export const reference = (field: string): BoundaryValues => [
  field,
  [],
  ['999999999999', '0', '-1', 'x', '', 1, null, []],
];

/** The same values, or null. */
export const orNull = ([field, taken, refused]: BoundaryValues): BoundaryValues => [
  field,
  [...taken, null],
  refused.filter((value) => value !== null),
];

/** An http(s) URL of up to 2,047 characters. */
export const url = (field: string): BoundaryValues => [
  field,
  [
    'http://a.example',
    'HTTPS://a.example/x?y=z#q',
    'https://bücher.example/ü?a@b',
    `https://a.example/${'x'.repeat(2029)}`,
  ],
  [
    `https://a.example/${'x'.repeat(2030)}`,
    'ftp://a.example',
    'javascript:alert(1)',
    'a.example',
    '/x',
    'https://user:password@a.example/',
    'https://user@a.example/',
    'https://:password@a.example/',
    'https://',
    'https://a.example/\nx',
    'https://a.example/x\r\n',
    'https://a.example/\0',
    '',
    1,
  ],
];

export const template = (field: string): BoundaryValues => {
  const [, taken, refused] = url(field);
  return [
    field,
    [...taken, 'https://a.example/{{ unit_number }}', "https://a.example/?d={{available_on|date('m/d/Y')}}"],
    [...refused, null, 'https://a.example/{{ unit_number', 'https://a.example/{{}}', '{{ leasing_fields.url }}'],
  ];
};

type Body = Record<string, unknown>;

/** Faults, in words, of what is not as the boundaries say; an empty list is what a test expects. */
export async function wrongAnswers(
  send: (body: Body) => Promise<Pick<Answer, 'status' | 'body'>>,
  valid: Body,
  [field, taken, refused]: BoundaryValues,
  success = 201,
): Promise<string[]> {
  const faults: string[] = [];
  const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 60);
  for (const value of taken) {
    const { status, body } = await send({ ...valid, [field]: value });
    if (status !== success || body[field] !== value) faults.push(`${field} ${shown(value)}: ${status} ${shown(body)}`);
  }
  for (const value of refused) {
    const { status, body } = await send({ ...valid, [field]: value });
    if (status !== 422 || !body.fields[field]) faults.push(`${field} ${shown(value)}: ${status} ${shown(body)}`);
  }
  return faults;
}

/** The items of a list, all pages of it, by `next_url`. */
export async function allOf<Item>(app: TestApp, path: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let next: string | null = path; next;) {
    const { body } = await app.get(next);
    items.push(...body.data);
    next = body.paging.next_url;
  }
  return items;
}

/** The object without the named fields. */
export const without = (body: Body, ...fields: string[]): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !fields.includes(name)));
