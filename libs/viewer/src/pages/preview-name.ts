import { createHash } from 'node:crypto';

/** Of the picture of what a document shows: another document, another name. */
export const previewName = (etag: string): string =>
  `preview-${createHash('sha1').update(etag).digest('hex').slice(0, 16)}.png`;

export const isPreviewName = (name: string): boolean => /^preview-[\da-f]{16}\.png$/.test(name);
