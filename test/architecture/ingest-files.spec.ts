import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = join(ROOT, 'docs/architecture.md');
const CONTROLLER = join(ROOT, 'libs/pricing/src/transactions/ingest.controller.ts');

/** A file and all files of its library that it imports, types too. */
function importsOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/^(?:import|export)\b[^;]*? from '(\.[^']+)\.js';$/gm))
    importsOf(`${join(dirname(file), path!)}.ts`, found);
  return found;
}

/** The files that a section of the page links, without those of later jobs. */
function linked(): Set<string> {
  const [, section] = /^## The life of an ingest$([^]*?)^Later, /m.exec(readFileSync(PAGE, 'utf8'))!;
  return new Set([...section!.matchAll(/\]\(([^)]+\.ts)\)/g)].map(([, path]) => join(dirname(PAGE), path!)));
}

const named = (files: Iterable<string>): string[] => [...files].map((file) => relative(ROOT, file)).toSorted();

describe('The documentation of an ingest request', () => {
  it('links to exactly those files of pricing that the request reaches', () => {
    expect(named(linked())).toEqual(named(importsOf(CONTROLLER)));
  });
});
