import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../../..');
const DOCUMENTS = {
  'test/contract/spec.md': 'Specification',
  'test/contract/decisions.md': 'Decisions',
  'docs/viewer-document.md': 'docs/viewer-document.md',
};

const inOneLine = (text) => text.replace(/\s+/g, ' ');

/** The sections of all documents: `Specification, Errors` and its text. */
const sections = Object.entries(DOCUMENTS).flatMap(([file, title]) =>
  readFileSync(join(ROOT, file), 'utf8')
    .split(/^#+ /m)
    .map((section) => [`${title}, ${section.split('\n')[0]}`, inOneLine(section)]),
);

/** Where the contract says a sentence: document and heading. Undefined when it does not say it. */
export function placeOf(sentence) {
  return sections.find(([, text]) => text.includes(sentence))?.[0];
}
