import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { dataFile } from './data.js';
import { PICTURE } from './pictures.js';

/** In pixels. */
const WIDTH = 480;
const DETAIL = { width: 320, height: 240 };

/**
 * A file that the demonstration's document names: of the data, or a small picture made of a drawing, the same in every run.
 * @throws Error when there is none of this name
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
  const { width, height } = whole.info;
  const step = (room: number, detail: number, at: number) => Math.floor(((room - detail) * (at % 7)) / 6);
  const left = step(width, DETAIL.width, 2 + 3 * Number(part));
  const top = Math.max(0, step(height, DETAIL.height, 3));
  const detail = { width: Math.min(DETAIL.width, width - left), height: Math.min(DETAIL.height, height - top) };
  return paper(sharp(whole.data).extract({ left, top, ...detail }));
}

const paper = (picture: Sharp): Promise<Buffer> =>
  picture.flatten({ background: '#fff' }).png({ palette: true }).toBuffer();
