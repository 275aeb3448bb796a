import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import { MiB } from '@app/platform/core';

const LIMIT_MS = 20_000;
const MAX_BYTES = 64 * MiB;
const MEMORY_MB = 300;

/** A matrix as in PDF and SVG: `a b c d e f`. */
export type Matrix = [number, number, number, number, number, number];

/** What is shown by a text operator: letters with their widths in thousandths of the font size, and gaps between them. */
export type Shown = { unicode: string; width: number; isSpace: boolean } | number;

/** The first page of a PDF: its size in points, the matrix of its coordinates, and the operators that draw it. */
export interface PdfPage {
  width: number;
  height: number;
  transform: Matrix;
  operations: [name: string, ...args: unknown[]][];
}

/** Reads with pdf.js, which needs a function of Node 21. Content of layers that are switched off is marked as hidden. */
const PROGRAM = `
ArrayBuffer.prototype.transferToFixedLength ??= function (size = this.byteLength) {
  const copy = new ArrayBuffer(size);
  new Uint8Array(copy).set(new Uint8Array(this, 0, Math.min(size, this.byteLength)));
  return copy;
};
const chunks = [];
process.stdin.on('data', (chunk) => chunks.push(chunk)).on('end', async () => {
  const { getDocumentProxy, getResolvedPDFJS } = require(process.argv[1]);
  const data = new Uint8Array(Buffer.concat(chunks));
  const pdf = await getDocumentProxy(data, { isEvalSupported: false, disableFontFace: true, verbosity: 0 });
  const { OPS } = await getResolvedPDFJS();
  const page = await pdf.getPage(1);
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const layers = await pdf.getOptionalContentConfig();
  const names = Object.fromEntries(Object.entries(OPS).map(([name, number]) => [number, name]));
  const plain = (value) => (ArrayBuffer.isView(value) ? Array.from(value) : value);
  const { fnArray, argsArray } = await page.getOperatorList();
  const operations = fnArray.map((number, at) => {
    const [name, args] = [names[number], argsArray[at] ?? []];
    if (name === 'beginMarkedContentProps') return [name, args[0] === 'OC' && !layers.isVisible(args[1])];
    if (name === 'constructPath') return [name, names[args[0]], plain(args[1][0]) ?? []];
    if (name === 'showText') return [name, args[0].map((each) => typeof each === 'number' ? each : { unicode: each.unicode, width: each.width, isSpace: each.isSpace })];
    if (name.startsWith('paint') && name !== 'paintFormXObjectBegin') return [name];
    return [name, ...args.map(plain)];
  });
  process.stdout.write(JSON.stringify({ width, height, transform, operations }));
});`;

/** Reads the first page, in a process of its own; undefined if the file is broken, encrypted, or takes too long. */
export async function readPdf(bytes: Buffer): Promise<PdfPage | undefined> {
  const library = createRequire(import.meta.url).resolve('unpdf');
  const args = [`--max-old-space-size=${MEMORY_MB}`, '-e', PROGRAM, library];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'], env: {}, timeout: LIMIT_MS, killSignal: 'SIGKILL' }); // oxfmt-ignore
  child.on('error', () => child.kill('SIGKILL'));
  child.stdin.on('error', () => undefined); // it ended before it read all
  child.stdin.end(bytes);
  const written = await buffer(child.stdout);
  if (written.length === 0 || written.length > MAX_BYTES) return undefined;
  try {
    return JSON.parse(written.toString()) as PdfPage;
  } catch {
    return undefined;
  }
}
