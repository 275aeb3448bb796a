import { parseUrl } from './parse-url.js';

describe('parseUrl', () => {
  it('returns the parsed URL', () => expect(parseUrl('https://a.example/x')?.pathname).toBe('/x'));

  it.each(['', '/x', 'https://', 'a.example'])('returns undefined for %j', (text) =>
    expect(parseUrl(text)).toBeUndefined(),
  );

  it('accepts letters beyond ASCII when V8 has optimised it', () => {
    const rejected = Array.from({ length: 100_000 }, () => parseUrl('https://bücher.example/ü')).filter((url) => !url);

    expect(rejected).toEqual([]);
  });
});
