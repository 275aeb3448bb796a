import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MiB } from '@app/platform/core';

const LIMIT_MS = 20_000;
/** As for an SVG that is uploaded. */
const MAX_BYTES = 50 * MiB;
/** All that the process allocates, and what of it JavaScript objects may take. */
const MEMORY_MB = 600;
const HEAP_MB = 300;

const PROGRAM = fileURLToPath(new URL('pdf-to-svg.mjs', import.meta.url));
const NODE = [process.execPath, `--max-old-space-size=${HEAP_MB}`, PROGRAM, String(MAX_BYTES)];
/** The heap's limit leaves out buffers, which compressed streams fill; the system limits those too, but not that of Windows. */
const COMMAND = process.platform === 'win32' ? NODE : ['/bin/sh', '-c', `ulimit -c 0; ulimit -d ${MEMORY_MB * 1024}; exec "$0" "$@"`, ...NODE]; // oxfmt-ignore

/**
 * Draws the first page of a PDF, or of an AI file that contains one, as SVG, in a process of its own; undefined if it is broken,
 * encrypted, takes too much time or memory, or shows no lines.
 */
export async function drawPdf(bytes: Buffer): Promise<Buffer | undefined> {
  const [program, ...args] = COMMAND;
  const child = spawn(program!, args, { stdio: ['pipe', 'pipe', 'ignore'], env: {}, timeout: LIMIT_MS, killSignal: 'SIGKILL' }); // oxfmt-ignore
  child.on('error', () => child.kill('SIGKILL'));
  child.stdin.on('error', () => undefined); // it ended before it read all
  child.stdin.end(bytes);
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
    length += chunk.length;
    chunks.push(chunk);
    if (length <= MAX_BYTES) continue;
    child.kill('SIGKILL');
    return undefined;
  }
  const svg = Buffer.concat(chunks);
  return svg.subarray(-END.length).equals(END) ? svg : undefined;
}

/** What is missing if the process was stopped. */
const END = Buffer.from('</svg>');
