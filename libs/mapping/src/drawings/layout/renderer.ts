import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { MiB } from '@app/platform/core';
import { DrawingError } from '../svg/drawing-error.js';

const LIMIT_MS = 20_000;
const MAX_BYTES = 128 * MiB;
/** How long the process waits for the next drawing; after a large one it ends, for the sake of memory. */
const IDLE_MS = 5_000;
const LARGE = MiB;

const LIBRARY = '@resvg/resvg-js';
const require = createRequire(import.meta.url);

/** What an operator does if the renderer, which is a binary for each platform, is not installed; undefined if it is. */
export function missingRenderer(library = LIBRARY): string | undefined {
  try {
    require(library);
    return undefined;
  } catch {
    return `${library} is not installed for ${process.platform}-${process.arch}; install the packages of the server again, without --omit=optional`;
  }
}

const PROGRAM = `
const [file, options, limit] = process.argv.slice(1);
const { Resvg } = require(file);
process.on('message', (svg) => {
  let answer = {};
  try {
    const laid = new Resvg(svg, JSON.parse(options)).toString();
    if (laid.length <= Number(limit)) answer = { laid };
  } catch {}
  process.send(answer);
});`;

let idle: ChildProcess | undefined;

/** Resolves a drawing into absolute paths, in a process of its own: nothing but its end stops the renderer. @throws DrawingError */
export async function render(svg: string, library = LIBRARY): Promise<string> {
  const missing = idle ? undefined : missingRenderer(library);
  if (missing) throw new DrawingError(`cannot be laid out: ${missing}`);
  const child = idle ?? start();
  idle = undefined;
  child.ref();
  child.channel?.ref();
  const laid = await answerOf(child, svg);
  if (idle || svg.length > LARGE || !child.connected) child.kill('SIGKILL');
  else keep(child);
  if (laid === undefined) throw new DrawingError('cannot be laid out: it is too complex, or refers to parts that are broken'); // oxfmt-ignore
  return laid;
}

/** Undefined if the process ends, or has not answered in time. */
function answerOf(child: ChildProcess, svg: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), LIMIT_MS);
    const end = (laid?: string): void => {
      clearTimeout(timer);
      child.off('exit', onExit).off('message', onMessage);
      resolve(laid);
    };
    const onExit = (): void => end();
    const onMessage = (answer: unknown): void => end((answer as { laid?: string }).laid);
    child.once('exit', onExit).once('message', onMessage);
    child.send(svg, (error) => error && end());
  });
}

function keep(child: ChildProcess): void {
  idle = child;
  child.unref();
  child.channel?.unref();
  setTimeout(() => {
    if (idle !== child) return;
    idle = undefined;
    child.kill('SIGKILL');
  }, IDLE_MS).unref();
}

function start(): ChildProcess {
  const family = 'Labels';
  const families = { defaultFontFamily: family, sansSerifFamily: family, serifFamily: family, monospaceFamily: family };
  const fontFiles = [fileURLToPath(new URL('labels.ttf', import.meta.url))]; // tools/label-font
  const options = { font: { loadSystemFonts: false, fontFiles, defaultFontSize: 16, ...families } };
  const args = ['-e', PROGRAM, require.resolve(LIBRARY), JSON.stringify(options), String(MAX_BYTES)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], env: {} });
  child.on('error', () => child.emit('exit')); // it did not start, or could not be written to
  child.once('exit', () => (idle = idle === child ? undefined : idle));
  return child;
}
