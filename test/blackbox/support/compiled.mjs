import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transformFile } from '@swc/core';
import { ROOT } from '../../../apps/cli/bootstrap.mjs';

/** Imports a TypeScript file of the tests that imports nothing but Node's own modules. */
export async function compiled(path) {
  const { code } = await transformFile(join(ROOT, path), {
    swcrc: false,
    module: { type: 'es6' },
    jsc: { target: 'es2022', parser: { syntax: 'typescript' } },
  });
  const folder = join(ROOT, 'node_modules/.cache');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `blackbox-${createHash('sha256').update(code).digest('hex').slice(0, 16)}.mjs`);
  writeFileSync(`${file}.${process.pid}`, code);
  renameSync(`${file}.${process.pid}`, file);
  return import(pathToFileURL(file).href);
}
