import { FileContent, type Upload } from '@app/platform/files';
import { Bulkhead } from '@app/platform/persistence';
import { type FileKind } from '@app/platform/rest';
import { MiB } from '@app/platform/core';
import { Logger } from '@nestjs/common';
import { compileSvg } from '../drawings/compile-svg.js';
import type { Drawing } from '../drawings/drawing.js';
import { DrawingError } from '../drawings/svg/drawing-error.js';
import { drawGeojson, levelOf } from '../drawings/sources/geojson-source.js';
import { drawPdf } from '../drawings/sources/pdf-source.js';
import { readUmap, type Umap } from '../drawings/sources/umap.js';

/** docs/contract/decisions.md, Errors */
const LIMIT = 50 * MiB;

/** The source of a map: the file to store, and the SVG in it or converted from it. */
export interface Source {
  content: FileContent;
  drawing: Drawing | undefined;
}

const logger = new Logger('Drawings');

const WAIT_MS = 60_000;

/** Processes one drawing at a time, because each may be in memory several times. */
const drawings = new Bulkhead(1, WAIT_MS);

type Outcome<T> = { value: T } | { error: string };

export const umapFile = {
  limit: LIMIT,
  mediaTypes: ['application/json', 'application/octet-stream'],
  read: (upload: Upload) =>
    drawings.run(() => errorOr(async () => readCompiled(upload.clientName, await upload.bytes()))),
} satisfies FileKind<Umap>;

export const sourceFile = {
  limit: LIMIT,
  mediaTypes: ['image/svg+xml', 'application/pdf', 'application/postscript', 'application/geo+json', 'application/zip', 'application/octet-stream'], // oxfmt-ignore
  sample: {
    name: 'level-1.svg',
    content:
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 60"><path id="Unit-101" d="M0 0H90V60H0Z"/></svg>',
  },
  read: (upload: Upload) =>
    drawings.run(() => errorOr(async () => readSource(upload.clientName, await upload.bytes()))),
} satisfies FileKind<Source>;

/** @throws DrawingError */
export function readCompiled(name: string, bytes: Buffer): Promise<Umap> {
  requireFile(name, bytes, ['umap']);
  return readUmap(bytes);
}

/** @throws DrawingError when the content does not match the extension, or the SVG is rejected */
export async function readSource(name: string, bytes: Buffer): Promise<Source> {
  const extension = requireFile(name, bytes, ['svg', 'ai', 'pdf', 'geojson', 'zip']);
  if (extension === 'svg') return svgSource(bytes);
  if (extension === 'geojson') return geojsonSource(bytes);
  if (extension === 'zip') return geojsonSource(await levelOf(bytes, name.slice(0, -'.zip'.length)));
  const content = await FileContent.of(bytes, extension, 'private');
  const start = bytes.subarray(0, 1024).toString('latin1');
  if (extension === 'pdf' && !start.includes('%PDF-')) throw new DrawingError('must be a PDF file, as its name says');
  if (!/%PDF-|^\W*%!PS-Adobe/.test(start))
    throw new DrawingError('must be an Adobe Illustrator file, as its name says');
  return { content, drawing: await pdfDrawing(bytes) };
}

/** A drawing with active content is replaced by its sanitised text, from which the map is made too, so that an export yields the same map. */
async function svgSource(bytes: Buffer): Promise<Source> {
  const drawing = await compileSvg(bytes);
  const kept = drawing.isActive ? drawing.svg : bytes;
  return {
    content: await FileContent.of(kept, 'svg', 'private'),
    drawing: drawing.isActive ? await compileSvg(kept) : drawing,
  };
}

/** Of an IMDF archive only the level is kept, so that an export yields the same map. */
const geojsonSource = async (bytes: Buffer): Promise<Source> => ({
  drawing: await compileSvg(drawGeojson(bytes)),
  content: await FileContent.of(bytes, 'geojson', 'private'),
});

/** Compiles the first page; undefined if that cannot be drawn: the file is kept in any case. */
async function pdfDrawing(bytes: Buffer): Promise<Drawing | undefined> {
  const svg = await drawPdf(bytes);
  if (!svg) logger.warn('A PDF or AI file is stored, but not drawn: it is encrypted, broken or no PDF, or its first page has no lines or needs too much time or memory'); // oxfmt-ignore
  try {
    return svg && (await compileSvg(svg));
  } catch (error) {
    if (!(error instanceof DrawingError)) throw error;
    logger.warn(`A PDF or AI file is stored, but not drawn: it ${error.message}`);
    return undefined;
  }
}

/** @returns the extension in lower case */
function requireFile(name: string, bytes: Buffer, extensions: string[]): string {
  const extension = /\.([a-z]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  if (!extensions.includes(extension))
    throw new DrawingError(`must be a file named ${extensions.map((each) => `*.${each}`).join(', ')}`);
  if (bytes.length === 0) throw new DrawingError('must not be empty');
  return extension;
}

async function errorOr<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof DrawingError) return { error: error.message };
    throw error;
  }
}
