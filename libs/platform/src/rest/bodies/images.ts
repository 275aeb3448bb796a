import type { FileContent } from '../../files/file-content.js';
import { MAX_PICTURE_BYTES, PICTURE_TYPES, readPicture } from '../../files/picture.js';
import type { FileKind, FileReader } from './received-form.js';

export const image: FileKind<FileContent> & FileReader<FileContent> = {
  limit: MAX_PICTURE_BYTES,
  mediaTypes: PICTURE_TYPES,
  read: (upload) => readPicture(() => upload.bytes()),
};

/** Declares these parts of a `multipart` body as images. */
export const images = (...parts: string[]): Record<string, FileKind<FileContent>> =>
  Object.fromEntries(parts.map((part) => [part, image]));
