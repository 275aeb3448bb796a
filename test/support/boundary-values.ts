import type { TestResponse, TestApp } from './app.js';

/** A field of a body: values that are accepted unchanged, and values that are rejected. */
export type BoundaryValues = [field: string, accepted: unknown[], rejected: unknown[]];

const NOT_TEXT = [1, true, [], {}, 'a\0b', '\ud800'];
const BLANK = ['', ' ', '\n\t'];

/** Text that must not be blank, of at most so many code points. */
export const filled = (field: string, max: number): BoundaryValues => [
  field,
  ['x', ' x ', 'x'.repeat(max), '🏠'.repeat(max)],
  ['x'.repeat(max + 1), '🏠'.repeat(max + 1), null, ...BLANK, ...NOT_TEXT],
];

/** Text that may be null or blank. */
export const nullable = (field: string, max: number): BoundaryValues => [
  field,
  [null, '', ' ', 'x'.repeat(max), '🏠'.repeat(max)],
  ['x'.repeat(max + 1), '🏠'.repeat(max + 1), ...NOT_TEXT],
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
  const isAccepted = (value: number) => value >= min && value <= max;
  return [field, values.filter(isAccepted), [...values.filter((value) => !isAccepted(value)), '1.5', null, true, []]];
};

/** A calendar date; `first` and `last` are dates that break no rule across fields. */
export const date = (field: string, first = '0001-01-01', last = '9999-12-31'): BoundaryValues => [
  field,
  [first, '2026-12-01', '2028-02-29', last].filter((value) => value >= first && value <= last),
  ['2027-02-29', '2026-13-01', '2026-12-1', '2026-12-01T00:00:00Z', '01.12.2026', '', 1, null, []],
];

/** An instant; `first` and `last` are instants in UTC that break no rule across fields. */
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
export const orNull = ([field, accepted, rejected]: BoundaryValues): BoundaryValues => [
  field,
  [...accepted, null],
  rejected.filter((value) => value !== null),
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
  const [, accepted, rejected] = url(field);
  return [
    field,
    [...accepted, 'https://a.example/{{ unit_number }}', "https://a.example/?d={{available_on|date('m/d/Y')}}"],
    [...rejected, null, 'https://a.example/{{ unit_number', 'https://a.example/{{}}', '{{ leasing_fields.url }}'],
  ];
};

type Body = Record<string, unknown>;

/** Describes each value that was not accepted or rejected as expected. */
export async function boundaryErrors(
  send: (body: Body) => Promise<Pick<TestResponse, 'status' | 'body'>>,
  valid: Body,
  [field, accepted, rejected]: BoundaryValues,
  success = 201,
): Promise<string[]> {
  const faults: string[] = [];
  const shown = (value: unknown) => JSON.stringify(value)?.slice(0, 60);
  for (const value of accepted) {
    const { status, body } = await send({ ...valid, [field]: value });
    if (status !== success || body[field] !== value) faults.push(`${field} ${shown(value)}: ${status} ${shown(body)}`);
  }
  for (const value of rejected) {
    const { status, body } = await send({ ...valid, [field]: value });
    if (status !== 422 || !body.fields[field]) faults.push(`${field} ${shown(value)}: ${status} ${shown(body)}`);
  }
  return faults;
}

/** The items of all pages of a list, following `next_url`. */
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
