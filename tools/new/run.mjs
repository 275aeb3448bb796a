/** `npm run new -- KIND NAME ...`: writes a skeleton that compiles and passes the tests. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { contextEdits } from './context.mjs';
import { ROOT, write } from './edits.mjs';
import { fieldEdits, TYPES } from './field.mjs';
import { resourceEdits } from './resource.mjs';

const USAGE = `npm run new -- resource NAME --context CONTEXT [--plural NAME] [--read-only]
npm run new -- field NAME --of RESOURCE --context CONTEXT --type TYPE [--required | --read-only] [--min N] [--max N] [--example VALUE] [--description TEXT]
npm run new -- context NAME --description TEXT

Writes a resource of an asset, a field of a resource, or a context. Names are singular, in lower case with hyphens: parking-space.
Types: ${Object.keys(TYPES).join(', ')}.`;

const KINDS = { resource: resourceEdits, field: fieldEdits };
const NAME = /^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/;
const TEXTS = ['context', 'plural', 'of', 'type', 'min', 'max', 'example', 'description'];

const pluralOf = (name) =>
  /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}${/(s|x|z|ch|sh)$/.test(name) ? 'es' : 's'}`;

function edits() {
  const texts = Object.fromEntries(TEXTS.map((name) => [name, { type: 'string' }]));
  const options = {
    ...texts,
    required: { type: 'boolean' },
    'read-only': { type: 'boolean' },
    help: { type: 'boolean' },
  };
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [kind, name, ...others] = positionals;
  const { context, plural = pluralOf(name ?? ''), 'read-only': readOnly, ...given } = values;
  if (!NAME.test(name) || !NAME.test(plural) || others.length > 0) throw new Error(USAGE);
  if (given.type === 'image') throw new Error('An image is written by hand: see "Add an image" in CONTRIBUTING.md');
  if (kind === 'context' && given.description) return contextEdits(name, given.description);
  if (!KINDS[kind] || !existsSync(join(ROOT, `libs/${context}/src/${context}.module.ts`))) throw new Error(USAGE);
  if (kind === 'resource' && Object.keys(given).length > 0) throw new Error(USAGE);
  if (kind === 'field' && (!given.of || !TYPES[given.type] || (given.required && readOnly))) throw new Error(USAGE);
  const [min, max] = [given.min, given.max].map((limit) => (limit === undefined ? undefined : Number(limit)));
  return KINDS[kind]({ ...given, name, plural, context, readOnly, min, max });
}

try {
  const written = write(edits());
  spawnSync('npx', ['oxfmt', ...written], { cwd: ROOT, stdio: 'ignore' });
  process.stdout.write(
    `${written.join('\n')}\n\nNext: npm run openapi, npm run sql, npm test -- test/architecture test/access, and CHANGELOG.md\n`,
  );
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
