import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A documentation page for API clients. */
export interface Guide {
  path: string;
  title: string;
  description: string;
  markdown: string;
}

const PAGES = [
  ['integrating', 'What all operations share: keys, flags, clients, paging, errors, retries and limits'],
  ['pricing', 'Transactions, previews, the guard, how entries match units, and price history'],
  ['embedding', 'How to put the interactive map on a website'],
  ['viewer-document', 'The document behind a map: units, prices, filters and drawings, without a key'],
  ['agents', 'Tools for language models: the Model Context Protocol at /mcp'],
  ['versions', 'What a version promises, and how features are retired'],
] as const;

/** Reads the guides of this installation; a container image may contain none. */
export function readGuides(): Guide[] {
  const folder = join(root(), 'docs');
  const names: string[] = PAGES.map(([name]) => name).filter((name) => existsSync(join(folder, `${name}.md`)));
  return PAGES.filter(([name]) => names.includes(name)).map(([name, description]) => {
    const text = readFileSync(join(folder, `${name}.md`), 'utf8');
    const title = /^# (.+)$/m.exec(text)?.[1] ?? name;
    return { path: `/guides/${name}.md`, title, description, markdown: withServedLinks(text, names) };
  });
}

/** Replaces a link to a page that is not served by the text of the link. */
function withServedLinks(text: string, names: string[]): string {
  return text.replace(/(?<!!)\[([^\]]+)\]\((?![a-z]+:|#)([^)\s]+)\)/g, (link, label: string, target: string) =>
    names.some((name) => target.split('#')[0] === `${name}.md`) ? link : label,
  );
}

function root(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}
