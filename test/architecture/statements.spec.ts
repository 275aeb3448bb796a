import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ALL_PERSISTENCE } from '../../apps/cli/src/contexts.js';
import { CATALOG } from './statements/catalog.js';
import { DATA_MODELS } from './statements/data-models.js';
import { EVENTS } from './statements/events.js';
import { EXPENSES } from './statements/expenses.js';
import { MAPPING } from './statements/mapping.js';
import { MERCHANDISING } from './statements/merchandising.js';
import { PLATFORM } from './statements/platform.js';
import { PRICING } from './statements/pricing.js';
import { REFERENCES } from './statements/references.js';
import { PROVISIONING } from './statements/provision.js';
import { Recorder } from './statements/recorder.js';
import type { Sample, Samples } from './statements/sample.js';
import { VIEWER } from './statements/viewer.js';

const LIBS = join(import.meta.dirname, '../../libs');

const ALL: Samples = {
  ...{ ...CATALOG, ...MAPPING, ...MERCHANDISING, ...REFERENCES, ...PRICING, ...EXPENSES, ...VIEWER, ...DATA_MODELS },
  ...{ ...EVENTS, ...PLATFORM },
};

/** Statements of a context name one of its tables, or no table of any. */
const TABLES: Record<string, RegExp> = {
  references: /\breference\.\w/,
  'data-models': /\bdata_model\.\w/,
  viewer: /\b(?:viewer|platform\.change_log_v1)\b/,
  catalog: /\bcatalog\.\w|\bplatform\.api_key key\b/,
  events: /\b(?:events|audit)\.\w/,
};
const ANY_TABLE = new RegExp(`\\b(?:audit|${ALL_PERSISTENCE.map(({ schema }) => schema).join('|')})\\.\\w`);

/** SQL that no `.sql` file shows: why, by its file and how it begins. */
const NOT_SHOWN: Record<string, string> = {
  'backup/src/copy-chunks.ts: copy': 'COPY of every table, on connections of its own',
  'backup/src/replaceable.ts: select exists': 'asks every table whether it has rows, on a connection of its own',
  'backup/src/restore.ts: copy': 'COPY of every table, on connections of its own',
  'platform/src/audit/audit-context.ts: set local': 'a setting of a transaction, with its value',
  'platform/src/audit/install-audit-triggers.ts: create or replace trigger':
    'triggers of every table, which migrations create',
  'platform/src/persistence/aggregates/unit-of-work.ts: set local': 'settings of a transaction',
  'platform/src/persistence/reads/install-change-triggers.ts: create trigger':
    'triggers of every table, which migrations create',
  'pricing/src/deliveries/copy-entries.ts: copy': 'COPY from a stream',
  'pricing/src/publications/entry-comparison.ts: create temp table':
    'two statements in one text, which cannot be prepared',
};

/** As sent, without the indentation of the source. */
const shown = (sql: string): string => `${sql.trim().replaceAll(/ *\n\s*/g, '\n  ')};`;

/** Texts by file, or why there is none. */
const written = new Map<string, string | Error>();

let recorder: Recorder;

beforeAll(async () => {
  recorder = await Recorder.start();
  const known = new Set<string>();
  for (const [file, samples] of Object.entries(ALL))
    written.set(file, await textOf(file, samples, known).catch((error: Error) => error));
}, 600_000);
afterAll(() => recorder?.close());

/** @param known statements that are shown already */
async function textOf(file: string, samples: readonly Sample[], known: Set<string>): Promise<string> {
  const context = file.split('/')[0]!;
  const own = TABLES[context] ?? new RegExp(`\\b${context}\\.\\w`);
  const sections: string[] = [];
  for (const sample of samples) {
    const name = typeof sample === 'string' ? sample : sample[0];
    const sent = (await recorder.statementsOf(sample)).filter((sql) => own.test(sql) || !ANY_TABLE.test(sql));
    if (sent.length === 0 && !PROVISIONING.includes(sample))
      throw new Error(`${name} sends no statement of ${context}`);
    const fresh = sent.filter((sql) => !known.has(sql));
    for (const sql of fresh) known.add(sql);
    if (fresh.length > 0) sections.push([`-- ${name}`, ...fresh.map(shown)].join('\n'));
  }
  return `${sections.join('\n\n')}\n`;
}

describe('Statements put together from fragments are as in the file beside them; `npm run sql` writes it', () => {
  it.each(Object.keys(ALL))('%s.sql', (name) => {
    const text = written.get(name)!;
    if (text instanceof Error) throw text;
    const file = join(LIBS, `${name}.sql`);
    if (process.env['WRITE_SQL']) writeFileSync(file, text);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

const filesOf = (suffix: string): string[] =>
  readdirSync(LIBS, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^[^/]+\/src\//.test(path) && path.endsWith(suffix))
    .sort();
const read = (path: string): string => readFileSync(join(LIBS, path), 'utf8');
const oneLine = (sql: string): string => sql.replaceAll(/\s+/g, ' ');

/** How a statement or subquery begins, or a clause or condition with a parameter or subquery. */
const IS_SQL =
  /^\s*\(?(?:select|insert into|update|delete from|with|copy|create|declare|fetch|set local)\s|\b(?:select|exists|coalesce|from|join|any|count|min|max|case when|order by) [(]?|[\w)] (?:=|<|>|<=|>=|is|in|and|or) [:(]|\bas \w+$/;
const IS_PROSE = /^[A-Z"]|\bmust\b|`/;

/** The fixed parts of each template literal of a file that is SQL. */
function templatesOf(path: string): string[][] {
  const found: string[][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isTemplateExpression(node)) {
      const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].map(oneLine);
      const text = parts.join('…');
      if (IS_SQL.test(text) && !IS_PROSE.test(text)) found.push(parts);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true));
  return found;
}

/** Whether a statement has the parts, in this order. */
function contains(statement: string, parts: readonly string[]): boolean {
  let at = 0;
  for (const part of parts) {
    const found = statement.indexOf(part.trim(), at);
    if (found < 0) return false;
    at = found + part.trim().length;
  }
  return true;
}

it('Every SQL text with `${}` is part of a statement in a `.sql` file: add a request or step that sends it to statements/', () => {
  const statements = filesOf('.sql').flatMap((path) => read(path).split(/;\n/).map(oneLine));
  const missing = filesOf('.ts')
    .filter((path) => !/\.spec\.ts$|\.d\.ts$|\/migrations\//.test(path))
    .flatMap((path) =>
      templatesOf(path)
        .filter((parts) => !statements.some((statement) => contains(statement, parts)))
        .map((parts) => `${path}: ${parts.join('${}').trim().slice(0, 100)}`),
    );
  const unknown = missing.filter((text) => !Object.keys(NOT_SHOWN).some((known) => text.startsWith(known)));
  const needless = Object.keys(NOT_SHOWN).filter((known) => !missing.some((text) => text.startsWith(known)));
  expect({ unknown, needless }).toEqual({ unknown: [], needless: [] });
});

it('Every `.sql` file has samples', () => {
  expect(filesOf('.sql')).toEqual(
    Object.keys(ALL)
      .map((name) => `${name}.sql`)
      .sort(),
  );
});
