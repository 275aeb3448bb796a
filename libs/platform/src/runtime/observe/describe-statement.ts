const MAX_LENGTH = 300;

export interface StatementDescription {
  /** its verb and main table */
  name: string;
  /** without literals, shortened */
  text: string;
}

/** @param about the main table of a read */
export function describeStatement(sql: string, about: string | undefined): StatementDescription {
  const text = withoutLiterals(sql);
  return { name: summaryOf(text, about), text: text.slice(0, MAX_LENGTH) };
}

/** The statement in one line, without string and number literals; parameters are `$1` or `:name`. */
const withoutLiterals = (sql: string): string =>
  sql
    .slice(0, 20 * MAX_LENGTH)
    .replace(/'(?:[^']|'')*'?/g, '?')
    .replace(/(?<![\w$.])\d+(\.\d+)?\b/g, '?')
    .replace(/\s+/g, ' ')
    .trim();

const TABLE = '("?[a-z_]\\w*"?\\."?[a-z_]\\w*"?)';
const WRITTEN = new RegExp(`\\b(insert|update|delete|copy)(?: into| from)? ${TABLE}`, 'i');
const READ = new RegExp(`\\b(?:from|join) ${TABLE}`, 'i');

function summaryOf(text: string, about: string | undefined): string {
  const [, verb = /^\w+/.exec(text)?.[0] ?? 'sql', written] = WRITTEN.exec(text) ?? [];
  const table = (written ?? about ?? READ.exec(text)?.[1])?.replaceAll('"', '');
  return verb.toUpperCase() + (table ? ` ${table}` : '');
}
