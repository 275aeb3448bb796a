import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MiB } from '@app/platform/core';
import { Logger } from '@nestjs/common';

const run = promisify(execFile);

const LIMIT_MS = 20_000;
const MAX_BYTES = 50 * MiB;

/** Programs that convert the first page to SVG, in order of preference. They run as processes and are not linked. */
const PROGRAMS: { name: string; options(from: string, to: string): string[]; accepts: RegExp }[] = [
  {
    name: 'inkscape', // preserves text elements
    options: (from, to) => ['--export-type=svg', '--export-plain-svg', `--export-filename=${to}`, from],
    accepts: /^%(PDF|!PS)/,
  },
  { name: 'pdftocairo', options: (from, to) => ['-svg', '-f', '1', '-l', '1', from, to], accepts: /^%PDF/ },
];

const logger = new Logger('Converter');

/** Converts a PDF or AI file to SVG; undefined if no installed program can, or not in time. */
export async function convertToSvg(bytes: Buffer): Promise<Buffer | undefined> {
  const start = bytes.subarray(0, 4).toString('latin1');
  const folder = await mkdtemp(join(tmpdir(), 'drawing-'));
  try {
    const [from, to] = [join(folder, start === '%PDF' ? 'source.pdf' : 'source.ps'), join(folder, 'drawing.svg')];
    await writeFile(from, bytes);
    let tried = 0;
    for (const { name, options, accepts } of PROGRAMS) {
      if (!accepts.test(start)) continue;
      const env = { PATH: process.env['PATH'], HOME: folder, TMPDIR: folder };
      try {
        await run(name, options(from, to), {
          cwd: folder,
          env,
          timeout: LIMIT_MS,
          killSignal: 'SIGKILL',
          maxBuffer: MiB,
        });
        tried += 1;
        if ((await stat(to)).size <= MAX_BYTES) return await readFile(to);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') continue; // not installed, or it wrote nothing
        tried += 1;
        logger.warn({ program: name, text: String(error).slice(0, 200) }, 'A drawing could not be converted');
      }
    }
    if (tried === 0)
      logger.warn('A PDF or AI file is stored, but not drawn: neither inkscape nor pdftocairo is installed');
    return undefined;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
