import { PartHeaders } from './part-headers.js';

const FORM = 'multipart/form-data; boundary="-x"';
const part = (headers: string, content = 'abc') => `---x\r\n${headers}\r\n\r\n${content}\r\n`;
const named = 'Content-Disposition: form-data; name="note"';

/** Checks a form that arrives in chunks of the given size, of which the parser returned the given number of parts. */
function said(body: string, pieces: number, taken: number, type = FORM): string {
  const headers = new PartHeaders(type);
  const bytes = Buffer.from(body);
  try {
    for (let at = 0; at < bytes.length; at += pieces) headers.update(bytes.subarray(at, at + pieces));
    headers.end(taken);
    return 'nothing';
  } catch (error) {
    return (error as Error).message;
  }
}

describe.each([1, 2, 7, 10_000])('Headers of parts that arrive %i bytes at a time', (pieces) => {
  it('are checked for every part', () => {
    const body = `before\r\n${part(named)}${part(named, '\r\n---\r\n\r\n')}${part(named, '')}---x--\r\n${part(named)}`;
    expect(said(body, pieces, 3)).toBe('nothing');
    expect(said(body, pieces, 2)).toMatch(/^A part has no Content-Disposition/);
  });

  it('name the part with an unknown charset', () => {
    const wrong = part(`Content-Type: text/plain; charset="base64"\r\n${named}`);
    expect(said(`${part(named)}${wrong}---x--`, pieces, 2)).toBe('Send the part note in UTF-8');
    expect(said(`${part(named)}${part(named, wrong)}---x--`, pieces, 3)).toBe('Send the part note in UTF-8');
  });

  it('are not searched in the content', () => {
    const content = `Content-Type: text/plain; charset=base64\r\n\r\n-x\r\n--y\r\n\r\n`;
    expect(said(`${part(named, content)}---x--`, pieces, 1)).toBe('nothing');
  });

  it('are left to the parser when incomplete', () => {
    expect(said(`---x\r\n${'a'.repeat(40_000)}\r\n\r\n`, pieces, 0)).toBe('nothing');
    expect(said(part(named), pieces, 0, 'multipart/form-data')).toBe('nothing');
  });
});
