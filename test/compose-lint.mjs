/**
 * Checks docker/compose.yaml against the schema of the Compose Specification, with the defaults of its variables filled in.
 * Prints each error; the exit code is 1 if there are any.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { parseDocument } from 'yaml';
import { isProgram, ROOT } from '../apps/cli/bootstrap.mjs';

const FILE = 'docker/compose.yaml';
const SCHEMA = 'test/data/compose-spec/compose-spec.json';
const VARIABLE = /\$\{(\w+)(?::?-([^}]*))?\}/g;

/** @param text of a compose file @returns one line for each error */
export function faultsOf(text) {
  const document = parseDocument(text.replace(VARIABLE, '$2'), { merge: true });
  const said = [...document.errors, ...document.warnings].map(({ message }) => message.split('\n')[0]);
  if (said.length > 0) return said;
  const { $schema: _, ...schema } = JSON.parse(readFileSync(join(ROOT, SCHEMA), 'utf8'));
  const isValid = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
  if (isValid(document.toJS())) return [];
  return isValid.errors.map(
    ({ instancePath, message, params }) =>
      `${instancePath || '/'}: ${message}${params.additionalProperty ? `: ${params.additionalProperty}` : ''}`,
  );
}

if (isProgram(import.meta.url)) {
  const faults = faultsOf(readFileSync(join(ROOT, FILE), 'utf8'));
  for (const fault of faults) console.log(`${FILE}: ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
