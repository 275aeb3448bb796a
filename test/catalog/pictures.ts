import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

export type Format = 'png' | 'jpeg' | 'gif' | 'webp';

/** A new image each time: the left half is dark, the right half light. */
export async function picture(format: Format = 'png', width = 40, height = 20): Promise<Buffer> {
  return halves(width, height).toFormat(format).toBuffer();
}

function halves(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < width * height; at++) pixels.fill(at % width < width / 2 ? 20 : 220, at * 3, at * 3 + 3);
  randomBytes(3).copy(pixels, pixels.length - 3); // makes the image unique
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** A photograph as cameras store it: rotated by EXIF, with location and owner. */
export async function photograph(): Promise<Buffer> {
  return halves(40, 20)
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Copyright: 'Mr Secret', Make: 'SpyCam' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '7/1 0/1 0/1' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><hidden>Mr Secret</hidden></x:xmpmeta>')
    .jpeg()
    .toBuffer();
}

export async function animation(format: 'gif' | 'webp', frames: number, width = 16, height = 16): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * frames * 3);
  for (let frame = 0; frame < frames; frame++)
    pixels.fill((frame * 37) % 256, frame * width * height * 3, (frame + 1) * width * height * 3);
  const raw = { width, height: height * frames, channels: 3 as const, pageHeight: height };
  return sharp(pixels, { raw })
    .toFormat(format, { loop: 0, delay: new Array<number>(frames).fill(50) })
    .toBuffer();
}

/** A small file whose header declares a large image. */
export function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 8;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

export interface Part {
  name?: string;
  content: string | Buffer;
  filename?: string;
  type?: string;
  /** the whole Content-Disposition, instead of name and filename */
  disposition?: string;
}

export const BOUNDARY = 'a-boundary-of-the-tests';
export const FORM = { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };

/** A multipart form as bytes, for forms that FormData would not produce. */
export function form(parts: Part[], { boundary = BOUNDARY, ended = true } = {}): Buffer {
  const pieces = parts.flatMap(({ name, content, filename, type, disposition }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: ${
        disposition ?? `form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}`
      }\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
    ),
    Buffer.from(content as Buffer),
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(ended ? `--${boundary}--\r\n` : '')]);
}
