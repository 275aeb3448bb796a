import type { FileContent } from '../files/file-content.js';
import { PICTURE_LIMIT, PICTURE_TYPES, readPicture } from '../files/picture.js';
import type { FileKind, FileReader } from './multipart.js';

/** A part of a form that is a picture. */
export const image: FileKind<FileContent> & FileReader<FileContent> = {
  limit: PICTURE_LIMIT,
  mediaTypes: PICTURE_TYPES,
  take: (upload) => readPicture(() => upload.bytes()),
};

/** For `multipart`: these parts are pictures. */
export const images = (...parts: string[]): Record<string, FileKind<FileContent>> =>
  Object.fromEntries(parts.map((part) => [part, image]));
