import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/**
 * What the comment before a block says about it. Readers of the page do not see it:
 *
 * - `<!-- not run: REASON -->`: nothing runs the block
 * - `<!-- run by: FILE -->`: another test does
 * - `<!-- exit code: 1 -->`: the commands fail
 * - `<!-- file: NAME -->`: a reader saves the block as this file
 * - `<!-- into: FILE, before: TEXT -->`, `after` or `instead of`: a reader inserts it there; `*` stands for a part of the file's
 *   name, and `, importing: { NAME } from 'MODULE'` adds an import that the text mentions
 * - `<!-- output -->`, `<!-- output of: COMMAND -->`: the commands above, or this one, print it; `...` stands for anything
 * - `<!-- shape of: COMMAND -->`: the command prints JSON with other values
 */
export interface Mark {
  kind: 'not run' | 'run by' | 'exit code' | 'file' | 'into' | 'output' | 'output of' | 'shape of';
  value: string;
}

export interface Block {
  page: string;
  /** from 1 */
  line: number;
  language: string;
  text: string;
  mark?: Mark;
}

const PAGES = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/*.md', 'examples/**/*.md', 'libs/sdk/README.md'];
const FENCE = /(?:^ *<!-- ((?:(?!-->)[^])*?) -->\n+)?^( *)```(\S*)\n([^]*?)^\2```$/gm;
const MARK = /^(not run|run by|exit code|file|into|output of|shape of): ([^]+)$|^(output)$/;

const listed = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...patterns], { cwd: ROOT })
    .toString()
    .split('\n')
    .filter((path) => path && existsSync(join(ROOT, path)));

/** All files of a clone. */
export const files = (): string[] => listed('.');

function markOf(comment: string | undefined, at: string): Mark | undefined {
  if (comment === undefined) return undefined;
  const [, kind, value, output] = MARK.exec(comment.replaceAll(/\s+/g, ' ')) ?? [];
  if (!kind && !output) throw new Error(`${at}: <!-- ${comment} --> is no mark (test/docs/blocks.ts)`);
  return { kind: (kind ?? output) as Mark['kind'], value: value ?? '' };
}

export function blocksIn(page: string, content: string): Block[] {
  return [...content.matchAll(FENCE)].map(({ 0: all, 1: comment, 2: indent, 3: language, 4: text, index }) => {
    const line = content.slice(0, index + all.indexOf('```')).split('\n').length;
    const mark = markOf(comment, `${page}:${line}`);
    return { page, line, language: language!, text: text!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''), mark };
  });
}

/** Every fenced block of the documentation. */
export const blocks = (): Block[] =>
  listed(...PAGES).flatMap((page) => blocksIn(page, readFileSync(join(ROOT, page), 'utf8')));
