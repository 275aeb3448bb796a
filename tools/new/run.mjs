/**
 * `npm run new -- resource|field|assignment|consumer NAME --context CONTEXT` or `npm run new -- context NAME --description TEXT`: writes a
 * skeleton that compiles and passes the tests.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { contextEdits } from './context.mjs';
import { Edits, ROOT } from './edits.mjs';
import { fieldEdits } from './field.mjs';
import { FIELD_TYPES, isReference, READ_ONLY_TYPES, TEXT_MAX } from './field-texts.mjs';
import { assignmentEdits, consumerEdits, resourceEdits } from './resource.mjs';

const USAGE = `npm run new -- resource NAME --context CONTEXT [--plural NAME] [--image NAME]
npm run new -- field NAME --of RESOURCE --context CONTEXT --type TYPE [--required] [--min N] [--max N] [--values A,B] [--example VALUE] [--description TEXT]
npm run new -- field NAME --of RESOURCE --context CONTEXT --type TYPE --read-only [--description TEXT]
npm run new -- assignment NAME --context CONTEXT [--plural NAME]
npm run new -- consumer NAME --context CONTEXT --event EVENT --of CONTEXT
npm run new -- context NAME --description TEXT

Writes the files of a resource, of a field of a resource, of the assignment of units to a resource, of a consumer of an event, or of a context. Names are in the singular, in lower case with hyphens: parking-space.

  --context CONTEXT  the folder of libs to which the resource belongs
  --event EVENT      the event that a consumer reacts to, from the contract of the context --of: PricesPublished
  --image NAME       an image of the resource: image
  --of RESOURCE      the resource of a field, in the singular; for a consumer, the context of the event
  --type TYPE        of a field: ${FIELD_TYPES.join(', ')}.
                     A unit, building, floor or floor plan is the id of one: unit-id --type unit
  --required         a field that a create must send; the default is optional
  --read-only        a field of only the response, null until the server sets it
  --min N, --max N   limits of a field of type int32 or float; --max of a text, in characters, is 255 by default
  --values A,B       values of a field of type one-of
  --example VALUE    of a field, in the OpenAPI document and the test
  --description TEXT of a field, in the OpenAPI document; of a context, what it holds, in docs/architecture.md
  --plural NAME      the plural, if it is irregular; the default for gallery is galleries`;

/** Words begin with a letter: `level9On` is the column `level9_on`. */
const NAME = /^[a-z][a-z0-9]*(-[a-z][a-z0-9]*)*$/;

const pluralOf = (name) =>
  /[^aeiou]y$/.test(name) ? `${name.slice(0, -1)}ies` : `${name}${/(s|x|z|ch|sh)$/.test(name) ? 'es' : 's'}`;

class UsageError extends Error {}

function edits() {
  const { values, positionals } = given();
  const [kind, name = ''] = positionals;
  if (!['resource', 'field', 'assignment', 'consumer', 'context'].includes(kind) || positionals.length !== 2)
    throw new UsageError(USAGE);
  if (!NAME.test(name))
    throw new UsageError(
      `${name} must be words in lower case with hyphens, each beginning with a letter, such as parking-space`,
    );
  if (kind === 'context') {
    if (!values.description?.trim())
      throw new UsageError('--description must say what the context holds, such as "leases and their renewals"');
    return contextEdits(name, values.description.trim());
  }
  const { context, plural = pluralOf(name) } = values;
  if (!context || !existsSync(join(ROOT, `libs/${context}/src/${context}.module.ts`)))
    throw new UsageError(`--context must be a folder of libs with a module, not ${context}`);
  if (!NAME.test(plural)) throw new UsageError(`--plural must be words in lower case with hyphens, not ${plural}`);
  if (kind === 'consumer') return consumerEdits({ name, context, ...eventOf(values) });
  if (kind === 'field') return fieldEdits({ name, context, ...fieldOf(name, values) });
  if (kind === 'assignment') return assignmentEdits({ name, plural, context });
  const { image } = values;
  if (image !== undefined && !NAME.test(image))
    throw new UsageError(`--image must be words in lower case with hyphens, not ${image}`);
  return resourceEdits({ name, plural, context, image });
}

function fieldOf(name, { of, type, example, description, required: isRequired, 'read-only': isReadOnly, ...texts }) {
  if (!of || !NAME.test(of)) throw new UsageError(`--of must be a resource in the singular, not ${of}`);
  if (!FIELD_TYPES.includes(type)) throw new UsageError(`--type must be ${FIELD_TYPES.join(', ')}, not ${type}`);
  if (isReference(type) && !name.endsWith('-id'))
    throw new UsageError(`A field of type ${type} is an id: call it ${name}-id, or ${type}-id`);
  // provision files name resources, so they leave out fields with ids
  if (!isReference(type) && name.endsWith('-id'))
    throw new UsageError(
      `A name in -id is for the id of another resource: call the field ${name.replace(/-id$/, '-code')}`,
    );
  if (isReadOnly && (isRequired || !READ_ONLY_TYPES.includes(type)))
    throw new UsageError(`--read-only goes with the types ${READ_ONLY_TYPES.join(', ')}, and not with --required`);
  const limits = { min: limitOf('min', texts.min, type), max: limitOf('max', texts.max, type) };
  if (type === 'text') limits.max ??= TEXT_MAX;
  if (limits.min > limits.max) throw new UsageError('--min must be at most --max');
  const values = valuesOf(texts.values, type);
  requireExample(example, type, { ...limits, values });
  return { of, type, description, example, isRequired, isReadOnly, ...limits, values };
}

function valuesOf(text, type) {
  if ((text === undefined) !== (type !== 'one-of'))
    throw new UsageError('--type one-of needs --values, and no other type takes it');
  const values = text?.split(',').map((each) => each.trim());
  if (values && (values.length < 2 || values.includes('') || new Set(values).size < values.length))
    throw new UsageError(`--values must be at least two distinct values separated by commas, not ${text}`);
  return values;
}

function requireExample(example, type, { min = -Infinity, max = Infinity, values }) {
  const isAllowed = {
    int32: () => Number.isInteger(Number(example)) && Number(example) >= min && Number(example) <= max,
    float: () => Number(example) >= min && Number(example) <= max,
    bool: () => ['true', 'false'].includes(example),
    text: () => [...example].length <= max,
    date: () => isDate(example),
    time: () => isTime(example),
    url: () => /^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/i.test(example),
    'one-of': () => values.includes(example),
  };
  if (example !== undefined && (example.trim() === '' || !isAllowed[type]?.()))
    throw new UsageError(`--example must be a valid value of the field, of type ${type}, not ${example}`);
}

function isDate(text) {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(`${text}T`);
}

/** An example is sent and compared as it is, so it is written as in responses. */
const isTime = (text) => /^.{10}T([01]\d|2[0-3]):[0-5]\d:[0-5]\d\+00:00$/.test(text) && isDate(text.slice(0, 10));

function limitOf(name, value, type) {
  if (value === undefined) return undefined;
  const number = Number(value);
  const isAllowed = {
    int32: Number.isInteger(number),
    float: Number.isFinite(number),
    text: name === 'max' && Number.isInteger(number) && number > 0,
  };
  if (value.trim() === '' || !isAllowed[type])
    throw new UsageError(`--${name} must be a number that suits --type ${type}, not ${value}`);
  return number;
}

function eventOf({ event, of: producer }) {
  const contract = join(ROOT, `libs/${producer}/src/contract.ts`);
  if (!producer || !existsSync(contract)) throw new UsageError(`--of must be a context, not ${producer}`);
  if (!event || !new RegExp(`\\b${event}\\b`).test(readFileSync(contract, 'utf8')))
    throw new UsageError(`--event must be a class that libs/${producer}/src/contract.ts exports, not ${event}`);
  return { event, producer };
}

function given() {
  try {
    const names = [
      'context',
      'plural',
      'image',
      'event',
      'of',
      'type',
      'min',
      'max',
      'values',
      'example',
      'description',
    ];
    const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
    const flags = { required: { type: 'boolean' }, 'read-only': { type: 'boolean' } };
    const parsed = parseArgs({ allowPositionals: true, tokens: true, options: { ...options, ...flags } });
    const sent = parsed.tokens.filter(({ kind }) => kind === 'option').map(({ name }) => name);
    const twice = sent.find((name, at) => sent.indexOf(name) < at);
    if (twice) throw new UsageError(`--${twice} can be given once`);
    return parsed;
  } catch (error) {
    throw new UsageError(`${error.message.split('. ', 1)[0]}\n\n${USAGE}`);
  }
}

function main() {
  const { files, next } = edits();
  const changed = new Edits(files).write();
  spawnSync('npx', ['oxfmt', ...changed], { cwd: ROOT, stdio: 'ignore' });
  const report = [...changed.map((file) => `  ${file}`), '', 'Next:', ...next.map((line) => `  ${line}`)];
  process.stdout.write(`${report.join('\n')}\n`);
}

try {
  if (process.argv.some((argument) => ['--help', '-h'].includes(argument))) process.stdout.write(`${USAGE}\n`);
  else main();
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
