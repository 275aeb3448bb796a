/** The packages that a suite gets as Node loaded them: those whose classes the application and its suites share. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageOf, PACKAGES } from '../../../apps/cli/build.mjs';
import { viewOf } from './view.mjs';

const ROOT = join(import.meta.dirname, '../../..');

/** Not `ajv`, which takes regular expressions only from where it was loaded. */
const SHARED = [...PACKAGES.filter((name) => packageOf(name) !== 'ajv'), 'pg', 'fast-check'];

const ID = createHash('sha256')
  .update(readFileSync(import.meta.filename))
  .update(readFileSync(join(import.meta.dirname, 'view.mjs')))
  .update(readFileSync(join(ROOT, 'package-lock.json')))
  .digest('hex')
  .slice(0, 16);

const FOLDER = join(ROOT, 'node_modules/.cache', `test-packages-${ID}`);

const fileOf = (name) => join(FOLDER, `${name}.mjs`);

/** For `moduleNameMapper` of Jest. */
export const NATIVE_PACKAGE_FILES = Object.fromEntries(SHARED.map((name) => [`^${name}$`, fileOf(name)]));

/** Writes the views, unless they are there. */
export default async function writePackageViews() {
  if (existsSync(FOLDER)) return;
  const draft = `${FOLDER}.${process.pid}`;
  for (const name of SHARED) {
    const file = join(draft, `${name}.mjs`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, await viewOf(name));
  }
  try {
    renameSync(draft, FOLDER);
  } catch (error) {
    rmSync(draft, { recursive: true });
    if (!existsSync(FOLDER)) throw error; // else another process was first
  }
}
