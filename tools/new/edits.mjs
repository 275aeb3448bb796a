import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

export const read = (file) => readFileSync(join(ROOT, file), 'utf8');

/** Writes edits by path: a text creates a file, a function changes one. All are computed before any is written. @returns the paths */
export function write(files) {
  const texts = Object.entries(files).map(([file, edit]) => {
    const old = existsSync(join(ROOT, file)) ? read(file) : undefined;
    if (typeof edit === 'string' && old !== undefined) throw new Error(`${file} already exists`);
    return [file, typeof edit === 'string' ? edit : edit(old)];
  });
  for (const [file, text] of texts) {
    mkdirSync(dirname(join(ROOT, file)), { recursive: true });
    writeFileSync(join(ROOT, file), text);
  }
  return texts.map(([file]) => file);
}

/** Inserts `added` after the last match of a pattern. */
export function after(text, pattern, added) {
  const last = [...text.matchAll(new RegExp(pattern.source, `g${pattern.flags}`))].at(-1);
  if (!last) throw new Error(`Nothing matches ${pattern}`);
  const at = last.index + last[0].length;
  return text.slice(0, at) + added + text.slice(at);
}

/** Appends an element to the first array or object that begins with `start`, such as `controllers: [`. */
export function append(text, start, element) {
  const from = text.indexOf(start) + start.length;
  if (from < start.length) throw new Error(`There is no ${start}`);
  let [at, depth] = [from, 1];
  for (; depth > 0; at++) depth += '[({'.includes(text[at]) ? 1 : '])}'.includes(text[at]) ? -1 : 0;
  const inside = text.slice(from, at - 1).trimEnd();
  const comma = inside === '' || inside.endsWith(',') ? '' : ',';
  return `${text.slice(0, from)}${inside}${comma} ${element}${text.slice(at - 1)}`;
}

/** Adds an import of a file after the others, or a name to the import that exists. */
export function importing(text, from, name) {
  const existing = new RegExp(`import {([^}]*)} from '${from}';`);
  if (!existing.test(text)) return after(text, /^import [^;]*;\n/m, `import { ${name} } from '${from}';\n`);
  return text.replace(existing, (all, names) =>
    new RegExp(`\\b${name}\\b`).test(names)
      ? all
      : `import { ${names.trim().replace(/,$/, '')}, ${name} } from '${from}';`,
  );
}

export const pascal = (name) => name.replace(/(^|-)([a-z0-9])/g, (_, _hyphen, letter) => letter.toUpperCase());
export const snake = (name) => name.replaceAll('-', '_');
export const words = (name) => name.replaceAll('-', ' ');
export const title = (name) => words(name).replace(/^./, (letter) => letter.toUpperCase());

export const schemaOf = (context) => /schema: '(\w+)'/.exec(read(`libs/${context}/src/${context}.module.ts`))[1];

export const migrationsOf = (context) =>
  readdirSync(join(ROOT, `libs/${context}/src/migrations`)).filter((file) => file !== 'index.ts');

/** The files of a migration later than all others, in the format of TypeORM. */
export function migration(context, name, up, down) {
  const libraries = readdirSync(join(ROOT, 'libs')).filter((each) =>
    existsSync(join(ROOT, `libs/${each}/src/migrations`)),
  );
  const taken = libraries.flatMap(migrationsOf).map((file) => Number(file.split('-')[0]) + 1);
  const file = `${Math.max(Date.now(), ...taken)}-${name}`;
  return {
    [`libs/${context}/src/migrations/index.ts`]: (old) =>
      `${old.replace('export {};\n', '')}export * from './${file}.js';\n`,
    [`libs/${context}/src/migrations/${file}.ts`]: `import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ${pascal(name)}${file.split('-')[0]} implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(\`${up}\`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(\`${down}\`);
  }
}
`,
  };
}
