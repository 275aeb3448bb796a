import type { FieldErrors } from '@app/platform/core';
import { occurrencesOf, throwIfInvalid } from './check.js';
import type { Declaration } from './document.js';
import { type FileKind, ProvidedFiles } from './provided-files.js';
import { SECTIONS } from './sections.js';

const CONCURRENCY = 2;

/**
 * Reads the files of a valid document before any access to the database.
 * @throws CommandError naming all files that are unreadable or not images where one is required
 */
export async function readFiles(declaration: Declaration): Promise<ProvidedFiles> {
  const provided = new ProvidedFiles();
  const errors: FieldErrors = {};
  const wanted = [...filesOf(declaration)];
  const work = async (): Promise<void> => {
    for (let next = wanted.shift(); next; next = wanted.shift()) {
      const error = await provided.load(declaration.read!, next.name, next.kind);
      if (error) errors[next.path] = [error].flat();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  throwIfInvalid(errors, declaration);
  return provided;
}

function* filesOf(declaration: Declaration): Generator<{ path: string; name: string; kind: FileKind }> {
  for (const section of SECTIONS)
    for (const { path, items } of section.files ? occurrencesOf(section, declaration) : [])
      for (const [n, item] of items.entries())
        for (const [field, kind] of Object.entries(section.files!)) {
          const value = item[field];
          if (typeof value === 'string') yield { path: `${path}.${n}.${field}`, name: value, kind };
          if (Array.isArray(value))
            for (const [at, each] of (value as (string | { file: string })[]).entries())
              yield {
                path: `${path}.${n}.${field}.${at}`,
                name: typeof each === 'string' ? each : each.file,
                kind,
              };
        }
}
