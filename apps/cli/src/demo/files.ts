import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { dataFile } from './data.js';
import { PICTURE } from './pictures.js';

/** in pixels */
const WIDTH = 480;
const DETAIL = { width: 320, height: 240 };

/**
 * Reads a file of the demonstration, or renders a small picture of a drawing, identical in every run.
 * @throws Error for an unknown name
 */
export async function demonstrationFile(name: string): Promise<Buffer> {
  const [, level, part] = PICTURE.exec(name) ?? [];
  if (level === undefined) return readFile(dataFile(name));
  const drawing = dataFile(`floor-svg/floor${level}.svg`);
  if (part === undefined) return paper(sharp(drawing).resize({ width: WIDTH }));
  const whole = await sharp(drawing)
    .resize({ width: 4 * WIDTH })
    .png()
    .toBuffer({ resolveWithObject: true });
  const details = await fullestDetails(whole.data);
  return paper(sharp(whole.data).extract({ ...details[Number(part) % details.length]!, ...DETAIL }));
}

/** Positions of details of a picture, the fullest first, because much of a drawing is empty. */
async function fullestDetails(picture: Buffer): Promise<{ left: number; top: number }[]> {
  const { width, height } = await sharp(picture).metadata();
  const columns = Math.floor(width / DETAIL.width);
  const rows = Math.floor(height / DETAIL.height);
  // One pixel per detail, with its average brightness.
  const brightness = await sharp(picture)
    .flatten({ background: '#fff' })
    .greyscale()
    .extract({ left: 0, top: 0, width: columns * DETAIL.width, height: rows * DETAIL.height })
    .resize({ width: columns, height: rows, fit: 'fill' })
    .raw()
    .toBuffer();
  return Array.from(brightness, (value, place) => ({
    value,
    left: (place % columns) * DETAIL.width,
    top: Math.floor(place / columns) * DETAIL.height,
  }))
    .sort((a, b) => a.value - b.value || a.top - b.top || a.left - b.left)
    .map(({ left, top }) => ({ left, top }));
}

const paper = (picture: Sharp): Promise<Buffer> =>
  picture.flatten({ background: '#fff' }).png({ palette: true }).toBuffer();
