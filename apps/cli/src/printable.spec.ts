import { printable, printableLines } from './printable.js';

describe('printable', () => {
  it.each([
    ['\u001b[2J', '\\u001b[2J'],
    ['\u009b31m', '\\u009b31m'],
    ['a\r\nb\tc', 'a\\u000d\\u000ab\\u0009c'],
    ['\u202egnp.exe', '\\u202egnp.exe'],
    ['\u{e0041}', '\\udb40\\udc41'],
    ['Größe 漢字', 'Größe 漢字'],
  ])('escapes %j', (text, expected) => {
    expect(printable(text)).toBe(expected);
  });

  it('keeps line breaks, and the value of multi-line JSON', () => {
    const value = { name: '\u009b2J\u202e\u{e0041}\u001b' };

    expect(printableLines('a\n\tb\r')).toBe('a\n\tb\\u000d');
    expect(JSON.parse(printableLines(JSON.stringify(value, null, 2)))).toEqual(value);
  });
});
