import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

export const read = (file) => readFileSync(join(ROOT, file), 'utf8');

/** Edits by path: a text creates a file; a function changes one, or creates it from a default. All are computed before any is written. */
export class Edits {
  constructor(files) {
    this.files = files;
  }

  /** @returns the paths */
  write() {
    const texts = Object.entries(this.files).map(([file, edit]) => {
      if (typeof edit === 'function') return [file, edit(existsSync(join(ROOT, file)) ? read(file) : undefined)];
      if (existsSync(join(ROOT, file))) throw new Error(`${file} already exists`);
      return [file, edit];
    });
    for (const [file, text] of texts) {
      mkdirSync(dirname(join(ROOT, file)), { recursive: true });
      writeFileSync(join(ROOT, file), text);
    }
    return texts.map(([file]) => file);
  }
}

/** Inserts `added` after the last match of a pattern. */
export function after(text, pattern, added) {
  const last = [...text.matchAll(new RegExp(pattern.source, `g${pattern.flags}`))].at(-1);
  if (!last) throw new Error(`Nothing matches ${pattern}`);
  const at = last.index + last[0].length;
  return text.slice(0, at) + added + text.slice(at);
}

/** Appends an element to the first array that starts with `start`: `controllers: [`. */
export function inArray(text, start, element) {
  const from = text.indexOf(start);
  if (from < 0) throw new Error(`There is no ${start}`);
  let depth = 1;
  let at = from + start.length;
  for (; depth > 0; at++) depth += '[({'.includes(text[at]) ? 1 : '])}'.includes(text[at]) ? -1 : 0;
  const inside = text.slice(from + start.length, at - 1).trimEnd();
  const comma = inside === '' || inside.endsWith(',') ? '' : ',';
  return `${text.slice(0, from + start.length)}${inside}${comma} ${element}${text.slice(at - 1)}`;
}

export const pascal = (name) => name.replace(/(^|-)([a-z0-9])/g, (_, _hyphen, letter) => letter.toUpperCase());
export const camel = (name) => name.replace(/-([a-z0-9])/g, (_, letter) => letter.toUpperCase());
export const snake = (name) => name.replaceAll('-', '_');
export const words = (name) => name.replaceAll('-', ' ');
export const title = (name) => words(name).replace(/^./, (letter) => letter.toUpperCase());

/** A migration timestamp later than all others, in the format of TypeORM. */
export const timestampAfter = (taken) => String(Math.max(Date.now(), ...taken.map((each) => Number(each) + 1)));

/** Adds a name to an import, in alphabetical order. */
export const withImport = (module, from, name) =>
  module.replace(new RegExp(`import {([^}]*)} from '${from}';`), (_, names) => {
    const all = new Set([...names.split(',').map((each) => each.trim()), name].filter(Boolean));
    const key = (each) => each.replace(/^type /, '').toLowerCase();
    return `import { ${[...all].sort((a, b) => (key(a) < key(b) ? -1 : 1)).join(', ')} } from '${from}';`;
  });

/**
 * Adds a line to the changelog: to the APIs of the next version, or as its first addition.
 * @param whole a line that says it already: a field belongs to a resource that is new itself
 */
export const inChangelog = (line, whole) => (old) => {
  const [before, unreleased, ...others] = old.split(/^(?=## \[)/m);
  if (whole && unreleased.includes(`- ${whole}\n`)) return old;
  const apis = /^#### APIs\n\n(?:(?:- |  ).*\n)+/m;
  const added = apis.test(unreleased)
    ? unreleased.replace(apis, `$&- ${line}\n`)
    : unreleased.replace(/^.*\n/, `$&\n### Added\n\n#### APIs\n\n- ${line}\n`);
  return [before, added, ...others].join('');
};
