import type { Metadata } from 'sharp';
import { MiB } from '../core/settings/sizes.js';
import { FileContent } from './file-content.js';
import { isLosslessWebp, isTruncatedGif } from './picture-blocks.js';
import { Bulkhead } from '../persistence/connection/bulkhead.js';

/** Longest side in pixels: the maximum of WebP. */
const SIDE = 16_383;
const PIXELS = 50_000_000;
/** Total of all frames of an animation. */
const MOVING_PIXELS = 10_000_000;
const FRAMES = 250;
const DECODE_SECONDS = 60;

const WAIT_MS = 30_000;

/** Decoding occupies one of Node's four shared threads: at most two at once. */
const decoders = new Bulkhead(2, WAIT_MS);

/** Loaded with the first picture, because it takes 14 MB. */
const decoder = async () => (await import('sharp')).default;

const FORMATS = {
  png: { extension: 'png', begins: /^\x89PNG\r\n\x1a\n/ },
  jpeg: { extension: 'jpg', begins: /^\xff\xd8\xff/ },
  gif: { extension: 'gif', begins: /^GIF8[79]a/ },
  webp: { extension: 'webp', begins: /^RIFF....WEBP/s },
};
type Format = keyof typeof FORMATS;

export const MAX_PICTURE_BYTES = 20 * MiB;
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/**
 * Reads a PNG, JPEG, GIF or WebP image, recognised by its bytes. It is decoded, turned upright and re-encoded, which removes
 * location, camera, comments and everything that is not image data. Animations are kept, within limits.
 * @param read reads the bytes once a decoder is free
 */
export const readPicture = (read: () => Promise<Buffer>): Promise<{ value: FileContent } | { error: string }> =>
  decoders.run(async () => decode(await read()));

async function decode(bytes: Buffer): Promise<{ value: FileContent } | { error: string }> {
  const format = formatOf(bytes);
  if (!format) return { error: 'must be a PNG, JPEG, GIF or WebP image' };
  if (format === 'gif' && isTruncatedGif(bytes)) return broken(format);
  try {
    const sharp = await decoder();
    const error = outOfBounds(await sharp(bytes, { animated: true, limitInputPixels: false }).metadata());
    if (error) return { error };
    return { value: await FileContent.of(await rewrite(bytes, format), FORMATS[format].extension) };
  } catch (error) {
    if ((error as Error).message.startsWith('timeout')) return { error: 'takes too long to decode' };
    return broken(format);
  }
}

const broken = (format: Format) => ({ error: `is broken: it cannot be decoded as ${format.toUpperCase()}` });

function formatOf(bytes: Buffer): Format | undefined {
  const start = bytes.subarray(0, 16).toString('latin1');
  return (Object.keys(FORMATS) as Format[]).find((name) => FORMATS[name].begins.test(start));
}

function outOfBounds({ width, height, pages = 1, pageHeight = height }: Metadata): string | undefined {
  const pixels = width * pageHeight * pages;
  if (width > SIDE || pageHeight > SIDE) return `must be at most ${SIDE} pixels wide and high`;
  if (pages > FRAMES) return `must have at most ${FRAMES} frames`;
  if (pages > 1 && pixels > MOVING_PIXELS)
    return `must have at most ${MOVING_PIXELS / 1e6} megapixels in all its frames`;
  return pixels > PIXELS ? `must have at most ${PIXELS / 1e6} megapixels` : undefined;
}

/** Measured on 48 megapixels: JPEG in one pass takes a sixth of the memory for a tenth more bytes, WebP a third of the time. */
async function rewrite(bytes: Buffer, format: Format): Promise<Buffer> {
  const sharp = await decoder();
  const picture = sharp(bytes, { animated: true, failOn: 'error', limitInputPixels: PIXELS })
    .timeout({ seconds: DECODE_SECONDS })
    .autoOrient();
  if (format === 'jpeg') return picture.jpeg({ quality: 90, optimiseCoding: false }).toBuffer();
  if (format === 'png') return picture.png().toBuffer();
  if (format === 'gif') return picture.gif().toBuffer();
  return picture.webp({ quality: 90, lossless: isLosslessWebp(bytes), effort: 2 }).toBuffer();
}
