import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { FileContent, Upload } from '@app/platform/files';
import { body } from '@app/platform/rest';
import sharp from 'sharp';
import { UnfitFile } from '../regular-file.js';

/** `image` is decoded and re-encoded, as over REST; `picture` may also be an SVG; `bytes` stay unchanged. */
export type FileKind = 'image' | 'picture' | 'bytes';

/** A file with its name. */
export interface ProvidedFile {
  name: string;
  bytes: Buffer;
}

const LIMIT_MIB = { image: 20, picture: 20, bytes: 50 };
const MIB = 1024 * 1024;

/** The files of a document, read before any access to the database. */
export class ProvidedFiles {
  private readonly files = new Map<string, ProvidedFile>();
  private readonly images = new Map<string, FileContent>();

  file(name: string): ProvidedFile {
    return this.files.get(name)!;
  }

  image(name: string): FileContent {
    return this.images.get(name)!;
  }

  /** A file for a background. */
  picture(name: string): FileContent | ProvidedFile {
    return this.images.get(name) ?? this.file(name);
  }

  /** Returns null and undefined unchanged. */
  imageOf(value: unknown): FileContent | null | undefined {
    return typeof value === 'string' ? this.image(value) : (value as null | undefined);
  }

  /** Reads a file. @returns an error message if it is invalid */
  async load(
    read: (name: string, max: number) => Promise<Buffer>,
    name: string,
    kind: FileKind,
  ): Promise<string | readonly string[] | undefined> {
    const isImage = kind === 'image' || (kind === 'picture' && !/\.svg$/i.test(name));
    if (isImage ? this.images.has(name) : this.files.has(name)) return undefined;
    let bytes: Buffer;
    try {
      bytes = await read(name, LIMIT_MIB[kind] * MIB);
    } catch (error) {
      if (error instanceof UnfitFile) return `names a file that ${error.message}: ${name}`;
      const { code, message } = error as NodeJS.ErrnoException;
      return code === 'ENOENT'
        ? `names a file that is not there: ${name}`
        : `names a file that cannot be read: ${message}`;
    }
    if (bytes.length > LIMIT_MIB[kind] * MIB) return `names a file of more than ${LIMIT_MIB[kind]} MiB: ${name}`;
    if (!isImage) {
      this.files.set(name, { name: basename(name), bytes });
      return undefined;
    }
    const picture = await pictureOf(name, bytes);
    if ('error' in picture) return picture.error;
    this.images.set(name, picture.value);
    return undefined;
  }
}

async function pictureOf(name: string, bytes: Buffer) {
  const upload = await Upload.receive(Readable.from([bytes]), basename(name), body.image.limit);
  try {
    const picture = await body.image.read(upload);
    if ('error' in picture || !(await isOurs(name, bytes))) return picture;
    return { value: await FileContent.of(bytes, name.slice(name.lastIndexOf('.') + 1)) };
  } finally {
    await upload.close();
  }
}

/**
 * Whether an image was exported by this service. It is decoded for validation but not re-encoded, because every re-encoding of a
 * JPEG loses quality.
 */
async function isOurs(name: string, bytes: Buffer): Promise<boolean> {
  const [, hash] = /^([0-9a-f]{64})\.(?:png|jpg|gif|webp)$/.exec(basename(name)) ?? [];
  if (hash === undefined || createHash('sha256').update(bytes).digest('hex') !== hash) return false;
  const { exif, xmp, iptc, icc, comments } = await sharp(bytes).metadata();
  return !exif && !xmp && !iptc && !icc && !comments?.length;
}
