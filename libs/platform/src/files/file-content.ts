import { webcrypto } from 'node:crypto';
import type { Upload } from './upload.js';

/** Media types by extension; any other file is served as a download only. */
const MEDIA_TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  umap: 'application/json',
  geojson: 'application/geo+json',
};
const UNKNOWN_TYPE = 'application/octet-stream';
const NAME = /^(private-)?[0-9a-f]{64}\.[a-z0-9]{1,8}$/;

export const isFileName = (text: string): boolean => NAME.test(text);

/** Whether anyone who knows the name may read the file. */
export const isPublicFile = (name: string): boolean => isFileName(name) && !name.startsWith('private-');

export const mediaTypeOf = (name: string): string => MEDIA_TYPES[name.slice(name.lastIndexOf('.') + 1)] ?? UNKNOWN_TYPE;

type Access = 'public' | 'private';

/** A file and its name, which is the hash of its content: equal content is one file. */
export class FileContent<Bytes extends Buffer | Upload = Buffer> {
  private constructor(
    readonly name: string,
    readonly bytes: Bytes,
  ) {}

  /** @param extension without the dot @param access `private` files are not served under `/files/` */
  static async of(bytes: Buffer, extension: string, access: Access = 'public'): Promise<FileContent> {
    const hash = await webcrypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
    return new FileContent(nameOf(Buffer.from(hash), extension, access), bytes);
  }

  /** The same for an upload on disk. @param hash SHA-256 of its bytes */
  static ofUpload(upload: Upload, hash: Buffer, extension: string, access: Access = 'public'): FileContent<Upload> {
    return new FileContent(nameOf(hash, extension, access), upload);
  }
}

const nameOf = (hash: Buffer, extension: string, access: Access): string =>
  `${access === 'private' ? 'private-' : ''}${hash.toString('hex')}.${extension}`;

/** The change of a file field: a new file, its removal, or undefined for no change. */
export type FileChange = FileContent | 'delete' | undefined;

export function applyFileChange(name: string | null, change: FileChange): string | null {
  if (change === undefined) return name;
  return change === 'delete' ? null : change.name;
}
