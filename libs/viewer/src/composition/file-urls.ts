/** The base URL of files in stored documents. It is relative, because the public URL is a setting of the serving process. */
export const FILES = '/files/';

/** A JSON string with such a URL; a quote inside a text is preceded by a backslash. */
const FILE_URL = /(?<!\\)"\/files\/(?=[\da-f]{64}\.)/g;

/** Prefixes the file URLs of a stored document with `PUBLIC_URL`, if set. */
export const withFileUrls = (json: string, publicUrl: string | undefined): string =>
  publicUrl === undefined ? json : json.replace(FILE_URL, () => `${JSON.stringify(publicUrl).slice(0, -1)}${FILES}`);
