import { createHash } from 'node:crypto';

/** The name of a document's preview image, which changes with the document. */
export const previewName = (etag: string): string =>
  `preview-${createHash('sha1').update(etag).digest('hex').slice(0, 16)}.png`;

export const isPreviewName = (name: string): boolean => /^preview-[\da-f]{16}\.png$/.test(name);
