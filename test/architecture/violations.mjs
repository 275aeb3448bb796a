/**
 * Applies .dependency-cruiser.cjs to each tree of violations/ as if it were the whole checkout, and prints the violations as
 * JSON: `{tree: ["<rule> <file>"]}`. A separate program, because dependency-cruiser uses paths relative to the working folder.
 */
import { cpSync, copyFileSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';

const ROOT = join(import.meta.dirname, '../..');
const TREES = join(import.meta.dirname, 'violations');
const { forbidden, options } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs');

async function fired(tree) {
  const place = mkdtempSync(join(tmpdir(), 'violation-'));
  try {
    cpSync(join(TREES, tree), place, { recursive: true });
    for (const file of ['package.json', 'tsconfig.json']) copyFileSync(join(ROOT, file), join(place, file));
    symlinkSync(join(ROOT, 'node_modules'), join(place, 'node_modules'), 'junction');
    process.chdir(place);
    const folders = readdirSync(join(TREES, tree));
    const tsConfig = extractTSConfig('tsconfig.json');
    const { output } = await cruise(folders, { ...options, ruleSet: { forbidden }, validate: true }, {}, { tsConfig });
    return output.summary.violations.map(({ rule, from }) => `${rule.name} ${from}`);
  } finally {
    process.chdir(ROOT);
    rmSync(place, { recursive: true, force: true });
  }
}

const result = {};
for (const tree of readdirSync(TREES)) result[tree] = [...new Set(await fired(tree))].sort();
console.log(JSON.stringify(result));
