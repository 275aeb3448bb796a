/** The contract, for all tests: the operations of test/contract/operations.json, and the sentences of its documents. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');
const read = (path) => readFileSync(join(ROOT, path), 'utf8');

export const SPECIFIED = JSON.parse(read('test/contract/operations.json'));

const valuesOf = (field) => [...new Set(SPECIFIED.flatMap((operation) => operation[field] ?? []))];

/** All experimental flags, as a header. */
export const FLAGS = valuesOf('experimentalFlag').join(', ');
export const PERMISSIONS = valuesOf('permission').sort();

const DOCUMENTS = {
  'docs/contract/specification.md': 'Specification',
  'docs/contract/decisions.md': 'Decisions',
  'docs/viewer-document.md': 'docs/viewer-document.md',
};

const inOneLine = (text) => text.replace(/\s+/g, ' ');

/** Title and text of each section of all documents, such as `Specification, Errors`. */
const sections = Object.entries(DOCUMENTS).flatMap(([file, title]) =>
  read(file)
    .split(/^#+ /m)
    .map((section) => [`${title}, ${section.split('\n')[0]}`, inOneLine(section)]),
);

/** Document and heading where the contract contains a sentence; undefined if it does not. */
export function placeOf(sentence) {
  return sections.find(([, text]) => text.includes(sentence))?.[0];
}
