import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { MiB } from '@app/platform/core';

const TIMEOUT_MS = 10_000;

const PROGRAM = `
setTimeout(() => process.kill(process.pid, 'SIGKILL'), ${TIMEOUT_MS}).unref();
const sharp = require(process.argv[1]);
process.stdin.pipe(sharp({ limitInputPixels: 100_000_000 }).png({ palette: true })).pipe(process.stdout);`;

/**
 * Renders an SVG as PNG, in a process of its own: a few kilobytes of nested masks or patterns keep the renderer busy for hours, and
 * nothing but the end of its process stops it.
 * @throws Error if it takes longer than ten seconds, or the SVG is broken
 */
export function renderPng(svg: string): Promise<Buffer> {
  const sharp = createRequire(import.meta.url).resolve('sharp');
  const options = { encoding: 'buffer', maxBuffer: 16 * MiB } as const;
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, ['-e', PROGRAM, sharp], options, (error, png, stderr) => {
      if (!error) return resolve(png);
      const message = /^Error: (.*)$/m.exec(stderr.toString())?.[1];
      reject(new Error(error.signal ? `ended by ${error.signal}` : (message ?? `exit code ${error.code}`)));
    });
    child.stdin!.on('error', () => undefined); // the callback reports why the process ended
    child.stdin!.end(svg);
  });
}
