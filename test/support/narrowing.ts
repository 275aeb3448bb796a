/** Changes that narrow a schema, on which servers of the previous version may fail (expand and contract). */
const RULES: [kind: string, pattern: RegExp][] = [
  ['drops', /^drop /],
  ['drops', /^alter .* drop (?!not null)/],
  ['allows null, which older servers do not expect', /^alter .* drop not null/],
  ['renames', /^alter .* rename /],
  ['moves', /^alter .* set schema /],
  ['changes a type', /^alter .* alter( column)? \S+ (set data )?type /],
  ['requires a value', /^alter .* set not null/],
  ['requires a value', /^alter .* add column (?!.*\b(default|generated)\b)[^,]*not null/],
  ['constrains', /^alter table .* add (constraint|primary|unique|check|foreign|exclude)\b/],
  ['constrains', /^create unique index /],
  ['replaces', /^create or replace /],
  ['removes rows', /^(delete from|truncate) /],
];

/** The narrowing changes of these statements, except to tables that they create themselves. */
export function narrowingOf(sql: string): string[] {
  const created = new Set<string>();
  return statementsOf(sql).flatMap((statement) => {
    const table = /^create (?:unlogged )?table (?:if not exists )?(\S+)/.exec(statement)?.[1];
    if (table) created.add(table);
    if (
      [...created].some((own) =>
        new RegExp(`(table|on|from|truncate) (only )?${own.replace('.', '\\.')}\\b`).test(statement),
      )
    )
      return [];
    return partsOf(statement).flatMap((part) => {
      const kind = RULES.find(([, pattern]) => pattern.test(part))?.[0];
      return kind === undefined ? [] : [`${kind}: ${part}`];
    });
  });
}

/** In lower case, on one line each, without comments and bodies of functions. */
const statementsOf = (sql: string): string[] =>
  sql
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/--.*$/gm, '')
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean);

/** Each action of `alter table` as a statement of its own. */
function partsOf(statement: string): string[] {
  const head = /^alter table (if exists )?(only )?\S+/.exec(statement)?.[0];
  if (head === undefined) return [statement];
  const actions = statement.slice(head.length).split(/,(?![^(]*\))/);
  return actions.map((action) => `${head} ${action.trim()}`);
}
