import { extname } from 'node:path';
import { FileContent, readPicture } from '@app/platform/files';
import { compileSvg } from '../drawings/compile-svg.js';
import { DrawingError } from '../drawings/svg/drawing-error.js';

type Outcome = { value: FileContent } | { error: string };

/** An SVG by its extension, otherwise a PNG, JPEG, GIF or WebP by its bytes. An SVG is sanitised. */
export async function readBackground(name: string, bytes: () => Promise<Buffer>): Promise<Outcome> {
  if (extname(name).toLowerCase() !== '.svg') return readPicture(bytes);
  try {
    return { value: await FileContent.of((await compileSvg(await bytes())).svg, 'svg') };
  } catch (error) {
    if (error instanceof DrawingError) return { error: error.message };
    throw error;
  }
}
