import sharp from 'sharp';
import { readPicture } from './picture.js';

const WIDE = 40;

const pixels = (seed: number) =>
  Buffer.from(Array.from({ length: WIDE * WIDE * 3 }, (_, n) => (n * seed * 2654435761) >>> 24));

const frames = async (count: number) =>
  sharp(await Promise.all(Array.from({ length: count }, (_, n) => frame(n + 1))), { join: { animated: true } });
const frame = (seed: number) =>
  sharp(pixels(seed), { raw: { width: WIDE, height: WIDE, channels: 3 } })
    .png()
    .toBuffer();

const read = (bytes: Buffer) => readPicture(() => Promise.resolve(bytes));
const stored = async (bytes: Buffer): Promise<Buffer> => {
  const picture = await read(bytes);
  if ('error' in picture) throw new Error(picture.error);
  return picture.value.bytes;
};
const decoded = (bytes: Buffer) => sharp(bytes, { animated: true }).removeAlpha().raw().toBuffer();

describe('A picture', () => {
  it('rejects a truncated animated GIF, wherever it was cut', async () => {
    const gif = await (await frames(3)).gif().toBuffer();
    expect((await sharp(await stored(gif)).metadata()).pages).toBe(3);
    expect((await sharp(await stored(gif.subarray(0, -1))).metadata()).pages).toBe(3); // without the trailer
    for (const length of [2, 40, Math.floor(gif.length / 2), gif.length - 400])
      expect(await read(gif.subarray(0, -length))).toEqual({ error: 'is broken: it cannot be decoded as GIF' });
  });

  it.each([
    ['plain', async () => sharp(await frame(1)).webp({ lossless: true })],
    ['animated', async () => (await frames(3)).webp({ lossless: true })],
    [
      'with a color profile',
      async () =>
        sharp(await frame(1))
          .withIccProfile('p3')
          .webp({ lossless: true }),
    ],
  ])('keeps a lossless WebP lossless: %s', async (_, picture) => {
    const kept = await stored(await (await picture()).toBuffer());
    expect(kept.includes('VP8L')).toBe(true);
    expect(kept.includes('VP8 ')).toBe(false);
  });

  it('keeps the pixels of a lossless animation', async () => {
    const webp = await (await frames(2)).webp({ lossless: true }).toBuffer();
    expect(await decoded(await stored(webp))).toEqual(await decoded(webp));
  });

  it('keeps a lossy WebP lossy', async () => {
    const kept = await stored(await (await frames(2)).webp({ quality: 50 }).toBuffer());
    expect(kept.includes('VP8L')).toBe(false);
  });
});
