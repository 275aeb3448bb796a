/**
 * Checks the OpenAPI documents by the strict rules of Redocly; every schema and property must have a description, and
 * every request body an example. Prints each error; the exit code is 1 if there are any.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConfig, lint } from '@redocly/openapi-core';

const ROOT = join(import.meta.dirname, '..');
const DOCUMENTS = ['apps/api/openapi.json', 'apps/data-models-api/openapi.json'];

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    'info-contact': 'error',
    'operation-description': 'error',
    'parameter-description': 'error',
    'operation-operationId-url-safe': 'error',
    'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
    'no-invalid-schema-examples': { severity: 'error', allowAdditionalProperties: true },
    'no-invalid-parameter-examples': { severity: 'error', allowAdditionalProperties: true },
  },
});

function* propertiesWithoutDescription(schemas) {
  const isDescribed = ({ description, $ref }) => description ?? ($ref && schemas[$ref.split('/').at(-1)].description);
  function* below(node, path) {
    for (const [name, property] of Object.entries(node.properties ?? {}))
      if (!isDescribed(property)) yield `${path}/properties/${name}`;
    for (const [key, value] of Object.entries(node))
      if (typeof value === 'object' && value !== null && !/^examples?$/.test(key))
        yield* below(value, `${path}/${key}`);
  }
  yield* below(schemas, '#/components/schemas');
}

function* bodiesWithoutExample(paths) {
  for (const item of Object.values(paths))
    for (const { operationId, requestBody } of Object.values(item))
      for (const [type, { schema, example, examples }] of Object.entries(requestBody?.content ?? {})) {
        const parts = Object.values(schema.properties ?? {});
        const isExemplified = parts.length > 0 && parts.every((part) => part.example !== undefined);
        if (!example && !examples && !isExemplified) yield `${operationId}, ${type}`;
      }
}

for (const file of DOCUMENTS) {
  const problems = await lint({ ref: join(ROOT, file), config });
  const faults = problems.map(({ ruleId, message, location }) => `${location[0]?.pointer}: ${message} (${ruleId})`);
  const document = JSON.parse(readFileSync(join(ROOT, file), 'utf8'));
  for (const [name, { description }] of Object.entries(document.components.schemas))
    if (!description) faults.push(`#/components/schemas/${name}: A schema needs a description (schema-description)`);
  for (const body of bodiesWithoutExample(document.paths))
    faults.push(`${body}: A request body needs an example (body-example)`);
  for (const path of propertiesWithoutDescription(document.components.schemas))
    faults.push(`${path}: A property needs a description (property-description)`);
  for (const fault of faults) console.log(`${file} ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
