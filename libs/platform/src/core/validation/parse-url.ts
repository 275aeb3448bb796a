/**
 * Parses a URL, an absolute one unless there is a base; undefined if the text is none. Use it instead of `URL.canParse`: once V8 optimises a call of that in Node.js 20,
 * it returns false for any URL with a Latin-1 letter beyond ASCII, such as `https://bücher.example`.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
