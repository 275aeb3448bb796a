import { parseExactly } from './parse-exactly.js';

describe('parseExactly', () => {
  it.each([
    '0',
    '-0.5',
    '1200000000000000000000',
    '123456789012345',
    '9007199254740991',
    '0.1',
    '1.50',
    '1e2',
    '-1.5E-3',
    '0e5',
    '12345678901.25',
  ])('keeps the value of %s', (token) => expect(parseExactly(`[${token}]`)).toEqual([Number(token)]));

  it.each(['123456789012345678', '1e400', '-1e400', '1e-400', '0.12345678901234567890', '9007199254740993', '10e399'])(
    'does not round %s to another number',
    (token) => expect(parseExactly(`{"a":${token}}`)).toEqual({ a: Infinity }),
  );
});

it('leaves strings alone', () => {
  const value = { 'a"\\123456789012345678': '\\"123456789012345678 1e400', b: ['1e999\u2028', 'x\\'] };
  expect(parseExactly(JSON.stringify({ ...value, c: 1e2 }))).toEqual({ ...value, c: 100 });
  expect(parseExactly(`{"a":"1e400","b":1e3}`)).toEqual({ a: '1e400', b: 1000 });
});

it('rejects invalid JSON', () => {
  for (const text of ['[1e]', '[1234567890123456.]', '[0123456789012345678]', '{"a":1e5'])
    expect(() => parseExactly(text)).toThrow(SyntaxError);
});
