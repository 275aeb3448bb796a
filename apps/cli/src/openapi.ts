import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type DocumentInfo, openApiDocument } from '@app/documentation';
import type { Operation } from '@app/platform/rest';
import { VIEWER_DOCUMENT_SCHEMA } from '@app/viewer';
import type { OpenAPIObject } from '@nestjs/swagger';
import { INFO as DATA_MODELS_INFO } from '../../data-models-api/src/document.js';
import { INFO as API_INFO } from '../../api/src/document.js';
import type { Command } from './command.js';
import { ROOT } from './root.js';
import { CommandError } from './errors.js';
import { operations } from './operations.js';

/** The document of an API. @throws CommandError for a tag without a text */
export function documentOf(app: string, declared: readonly Operation[], info: DocumentInfo): OpenAPIObject {
  const document = openApiDocument(declared, info);
  const bare = document.tags!.find(({ description }) => !description);
  if (bare)
    throw new CommandError(`The tag '${bare.name}' has no text: write it below \`tags\` in ${app}/src/document.ts`);
  return document;
}

const DOCUMENTS = [
  { file: 'apps/api/openapi.json', make: () => documentOf('apps/api', operations.api, API_INFO) },
  {
    file: 'apps/data-models-api/openapi.json',
    make: () => documentOf('apps/data-models-api', operations.ai, DATA_MODELS_INFO),
  },
  { file: 'docs/viewer-document.schema.json', make: () => VIEWER_DOCUMENT_SCHEMA },
];

export const openapi: Command = {
  name: 'openapi',
  summary:
    'Writes the OpenAPI documents of both APIs, apps/*/openapi.json, and the schema of the viewer document, from the code',
  options: { check: { type: 'boolean', help: 'only compare; exit code 1 names where a document differs' } },
  hidden: true,
  async run({ flags }, io) {
    const stale: string[] = [];
    for (const { file, make } of DOCUMENTS) {
      const document = make();
      const text = `${JSON.stringify(document, null, 2)}\n`;
      const path = join(ROOT, file);
      const stored = await readFile(path, 'utf8').catch(() => undefined);
      if (stored === text) continue;
      if (flags['check']) stale.push(`${file} is not what the code says: ${difference(stored, document)}`);
      else {
        await writeFile(path, text);
        io.out(`Wrote ${file}`);
      }
    }
    if (stale.length > 0) throw new CommandError([...stale, 'Run: npm run openapi'].join('\n'));
  },
};

function difference(stored: string | undefined, made: unknown): string {
  if (stored === undefined) return 'there is no such file';
  try {
    return firstDifference(JSON.parse(stored), JSON.parse(JSON.stringify(made)), []) ?? 'only its layout differs';
  } catch {
    return 'it is not JSON';
  }
}

/** The path of the first difference between two JSON values. */
function firstDifference(stored: unknown, made: unknown, path: string[]): string | undefined {
  const isNode = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
  if (!isNode(stored) || !isNode(made)) {
    if (stored === made) return undefined;
    const how = stored === undefined ? 'is missing' : made === undefined ? 'is too much' : 'differs';
    return `${path.join(' > ')} ${how}`;
  }
  const keys = [...new Set([...Object.keys(made), ...Object.keys(stored)])];
  for (const key of keys) {
    const found = firstDifference(stored[key], made[key], [...path, key]);
    if (found) return found;
  }
  return Object.keys(stored).join() === Object.keys(made).join()
    ? undefined
    : `${path.join(' > ')} is in another order`;
}
