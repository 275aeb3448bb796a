import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const DOCUMENTS = {
  'docs/contract/specification.md': 'Specification',
  'docs/contract/decisions.md': 'Decisions',
  'docs/viewer-document.md': 'docs/viewer-document.md',
};

const inOneLine = (text) => text.replace(/\s+/g, ' ');

/** Title and text of each section of all documents, such as `Specification, Errors`. */
const sections = Object.entries(DOCUMENTS).flatMap(([file, title]) =>
  readFileSync(join(ROOT, file), 'utf8')
    .split(/^#+ /m)
    .map((section) => [`${title}, ${section.split('\n')[0]}`, inOneLine(section)]),
);

/** Document and heading where the contract contains a sentence; undefined if it does not. */
export function placeOf(sentence) {
  return sections.find(([, text]) => text.includes(sentence))?.[0];
}
