import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { Csv } from './csv.value.js';

function errorsOf(content: string | Buffer, pieces = Infinity): readonly string[] {
  const bytes = Buffer.from(content as string);
  const csv = new Csv();
  for (let at = 0; at < bytes.length; at += pieces) csv.update(bytes.subarray(at, Math.min(at + pieces, bytes.length)));
  return csv.end();
}

const WIDTH = 'must have rows of one width:';

describe('A table', () => {
  it.each([
    ['a header and rows', 'a,b\n1,2\n3,4\n'],
    ['a header alone', 'a,b'],
    ['no line break at the end', 'a,b\n1,2'],
    ['one column', 'question\nWhen?\n\nWhere?\n'],
    ['a byte order mark', '\uFEFFa,b\n1,2\n'],
    ['a byte order mark before a quote', '\uFEFF"a",b\n1,2\n'],
    ['lines that end in CRLF', 'a,b\r\n1,2\r\n'],
    ['lines that end in CR', 'a,b\r1,2\r'],
    ['lines that end in all three', 'a,b\r\n1,2\n3,4\r5,6'],
    ['line breaks, commas and quotes within quotes', 'a,b\n"1\r\n\n, ""x""",""\n'],
    ['empty fields', 'a,b,\n,,\n'],
    ['characters of all lengths', 'aé€😀,b\n😀,€\n'],
  ])('accepts %s', (_, text) => {
    for (const pieces of [Infinity, 1, 2, 3, 5]) expect(errorsOf(text, pieces)).toEqual([]);
  });

  it.each([
    ['nothing', '', ['must have a header row: line 1 is empty']],
    ['only a byte order mark', '\uFEFF', ['must have a header row: line 1 is empty']],
    ['a blank first line', '\na,b\n', ['must have a header row: line 1 is empty']],
    ['a first line of commas', ' ,,\n1,2,3\n', ['must have a header row: line 1 is empty']],
    ['a short row', 'a,b,c\n1,2,3\n1\n', [`${WIDTH} line 3 has 1 field, the header 3`]],
    ['a blank line', 'a,b\n\n1,2\n', [`${WIDTH} line 2 has 1 field, the header 2`]],
    [
      'rows of other widths after fields over several lines',
      'a,b\r\n"1\r\n\r\n",2\r\n1,2,3\r\n"x\ry",2\n1,2,3',
      [`${WIDTH} line 5 has 3 fields, the header 2`, `${WIDTH} line 8 has 3 fields, the header 2`],
    ],
    ['a quote left open', 'a,b\n"x\ny",2\n3,"4\n5,6\n', ['must close its quotes: the one on line 4 is not closed']],
    ['a quote in a bare field', 'a,b\n1,2\n3,4"5\n', ['must quote a field that contains a quote: line 3 does not']],
    [
      'text after a closing quote',
      'a,b\n"1\n" x,2\n',
      ['must have a comma after a closing quote: line 3 has something else'],
    ],
    ['a NUL', 'a,b\n1,\0\n', ['must be text: line 2 contains a NUL']],
    ['Latin-1', Buffer.from('a,b\n1,2\ncaf\xe9,2\n4,5\n', 'latin1'), ['must be UTF-8: line 3 is not']],
    ['UTF-16', Buffer.from('\uFEFFa,b\n1,2\n', 'utf16le'), ['must be UTF-8: line 1 is not']],
    ['half a character at the end', Buffer.from('a,b\n1,😀').subarray(0, -1), ['must be UTF-8: line 2 is not']],
    [
      'an encoded surrogate',
      Buffer.concat([Buffer.from('a\n'), Buffer.from([0xed, 0xa0, 0x80])]),
      ['must be UTF-8: line 2 is not'],
    ],
  ])('rejects %s', (_, content, errors) => {
    for (const pieces of [Infinity, 1, 2, 3, 5, 7]) expect(errorsOf(content, pieces)).toEqual(errors);
  });

  it('lists the first hundred rows with another number of columns, and counts all', () => {
    const csv = new Csv();
    csv.update(Buffer.from(`a,b\n${'1\n'.repeat(250)}`));
    expect(csv.end()).toHaveLength(100);
    expect(csv.unlisted).toBe(150);
  });
});

describe('The reader', () => {
  const text = fc
    .array(fc.constantFrom('a', 'b', ',', ',', '"', '""', '\n', '\r\n', '\r', 'é', '😀', ' '), { maxLength: 40 })
    .map((parts) => `h${parts.join('')}`);

  it('agrees with another CSV parser however the input is split into chunks', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (content, pieces) => {
        expect(verdictOf(errorsOf(content, pieces))).toEqual(verdictOfParser(content));
      }),
      { numRuns: 3_000 },
    );
  });
});

interface Verdict {
  readable: boolean;
  otherWidths?: number;
}

function verdictOf(errors: readonly string[]): Verdict {
  const widths = errors.filter((error) => error.startsWith(WIDTH)).length;
  return widths < errors.length ? { readable: false } : { readable: true, otherWidths: widths };
}

function verdictOfParser(content: string): Verdict {
  try {
    const options = { record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true };
    const [header, ...rows] = parse(content, options) as unknown as string[][];
    return { readable: true, otherWidths: rows.filter((row) => row.length !== header!.length).length };
  } catch {
    return { readable: false };
  }
}
