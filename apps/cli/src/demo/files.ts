import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { LEVELS } from './building/building.js';
import { LAYOUTS } from './building/layouts.js';
import { grounds, levelDrawing } from './building/level.js';
import { logo } from './building/logo.js';
import { planPicture } from './building/plan-picture.js';
import { bedroom, kitchen } from './building/rooms.js';
import { frontPicture, livingRoom, view } from './building/scenes.js';
import { sitePlan } from './building/site.js';
import { dataFile } from './data.js';
import * as pictures from './pictures.js';

/** in pixels */
const WIDTH = 960;

const { studio, oneBedroom, twoBedrooms, threeBedrooms } = LAYOUTS;

const DRAWINGS = new Map<string, () => string>([
  ...LEVELS.map((level): [string, () => string] => [pictures.mapOf(level), () => levelDrawing(level)]),
  [pictures.GROUNDS, grounds],
]);

const PICTURES = new Map<string, () => string>([
  [pictures.SITE_PICTURE, sitePlan],
  [pictures.FRONT_PICTURE, frontPicture],
  [pictures.LOGO_PICTURE, logo],
  ...[studio, oneBedroom, twoBedrooms, threeBedrooms].flatMap((layout): [string, () => string][] => [
    [pictures.planPictureOf(layout.bedrooms), () => planPicture(layout)],
    [pictures.roomPictureOf(layout.bedrooms), () => livingRoom(layout.bedrooms)],
    [pictures.kitchenPictureOf(layout.bedrooms), () => kitchen(layout.bedrooms)],
    [pictures.bedroomPictureOf(layout.bedrooms), () => bedroom(layout.bedrooms)],
  ]),
  ...(['court', 'park', 'street'] as const).flatMap((aspect) =>
    [1, 5].map((level): [string, () => string] => [
      pictures.viewPictureOf(aspect, level),
      () => view(aspect, level > 2),
    ]),
  ),
]);

/** Reads a file of the demonstration, or makes a drawing or a picture, identical in every run. @throws Error for an unknown name */
export async function demonstrationFile(name: string): Promise<Buffer> {
  const drawing = DRAWINGS.get(name);
  if (drawing) return Buffer.from(drawing());
  const picture = PICTURES.get(name);
  if (!picture) return readFile(dataFile(name));
  return sharp(Buffer.from(picture())).resize({ width: WIDTH }).png({ palette: true }).toBuffer();
}
