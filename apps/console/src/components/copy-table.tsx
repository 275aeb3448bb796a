import { useState } from 'preact/hooks';

type Cell = string | number | null | undefined;

/** Copies a table as CSV. A text that a spreadsheet would run as a formula begins with an apostrophe. */
export function CopyTable({ head, rows }: { head: string[]; rows: Cell[][] }) {
  const [said, setSaid] = useState('');
  const copy = () =>
    navigator.clipboard.writeText(csvOf([head, ...rows])).then(
      () => setSaid('Copied.'),
      () => setSaid('The browser did not allow it.'),
    );
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        Copy as CSV
      </button>
      <span role="status" class="muted">
        {said}
      </span>
    </>
  );
}

const csvOf = (rows: Cell[][]): string => rows.map((row) => row.map(field).join(',')).join('\r\n');

function field(value: Cell): string {
  if (typeof value === 'number') return String(value);
  const text = (value ?? '').replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
