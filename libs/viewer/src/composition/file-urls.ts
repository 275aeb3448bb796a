/** Address of stored files in documents as they are stored: where clients reach them is a setting of those who serve them. */
export const FILES = '/files/';

/** A value that is such an address: a quote within a text has a backslash before it. */
const FILE_URL = /(?<!\\)"\/files\/(?=[\da-f]{64}\.)/g;

/** A stored document as clients read it: addresses of files begin with `PUBLIC_URL`, where there is one. */
export const withFileUrls = (json: string, publicUrl: string | undefined): string =>
  publicUrl === undefined ? json : json.replace(FILE_URL, () => `${JSON.stringify(publicUrl).slice(0, -1)}${FILES}`);
