import { createHash } from 'node:crypto';

/** Light and dark colours as CSS variables. */
export const COLORS = `
:root { color-scheme: light dark; --ink: #1d2433; --quiet: #566075; --line: #d9dde5; --link: #0b57d0; --good: #146c2e; --bad: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ef; --quiet: #a3acbd; --line: #3a4252; --link: #a8c7fa; --good: #6dd58c; --bad: #f2b8b5; }
}`;

/** The Content-Security-Policy source that allows exactly this inline text. */
export const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
