/** Whether a GIF ends inside a block. Decoders show the frames before it. A missing trailer alone loses nothing. */
export function isTruncatedGif(bytes: Buffer): boolean {
  let at = 13 + colorTable(bytes[10]);
  while (at < bytes.length) {
    const kind = bytes[at];
    if (kind === EXTENSION) at += 2;
    else if (kind === IMAGE) at += 11 + colorTable(bytes[at + 9]);
    else return false;
    let size: number | undefined;
    do {
      size = bytes[at];
      if (size === undefined) return true;
      at += size + 1;
    } while (size > 0);
  }
  return at > bytes.length;
}

const EXTENSION = 0x21;
const IMAGE = 0x2c;

/** Length of the color table that the flags announce. */
const colorTable = (flags = 0): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** Whether the first image of a WebP is compressed without loss. */
export const isLosslessWebp = (bytes: Buffer): boolean => compression(bytes, 12, bytes.length) === 'VP8L';

const FRAME_HEADER = 16;

function compression(bytes: Buffer, from: number, to: number): string | undefined {
  for (let at = from; at + 8 <= to;) {
    const name = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    const found = name === 'ANMF' ? compression(bytes, at + 8 + FRAME_HEADER, Math.min(at + 8 + size, to)) : name;
    if (found === 'VP8 ' || found === 'VP8L') return found;
    at += 8 + size + (size % 2);
  }
  return undefined;
}
