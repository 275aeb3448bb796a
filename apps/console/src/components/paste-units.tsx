import { useRef, useState } from 'preact/hooks';
import type { Catalog } from '../catalog.js';
import { count } from '../format.js';
import { readPaste, type Pasted } from '../read-paste.js';
import { session } from '../session.js';
import { sentenceOf } from './problem.js';

/** Units from a spreadsheet: checked as a whole, shown, and only then stored, all or none. */
export function PasteUnits({ catalog, done }: { catalog: Catalog; done(said: string): void }) {
  const { client } = session.value!;
  const [pasted, setPasted] = useState<Pasted>();
  const [preview, setPreview] = useState<string>();
  const [errors, setErrors] = useState<string[]>([]);
  const [isBusy, setBusy] = useState(false);
  const send = async (data: Pasted['data'], dryRun: boolean) => {
    setBusy(true);
    try {
      const { data: saved } = await client.saveUnits({
        asset: catalog.asset,
        matchBy: 'number',
        dryRun,
        body: { data },
      });
      return summaryOf(saved);
    } catch (failure) {
      setErrors([sentenceOf(failure).replaceAll(/data\.(\d+)\./g, (_, at) => `Row ${Number(at) + 2}: `)]);
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  const latest = useRef('');
  const check = async (text: string) => {
    latest.current = text;
    setPreview(undefined);
    const read = readPaste(text, catalog);
    setPasted(read);
    setErrors(read.errors.slice(0, 20));
    if (read.errors.length > 0 || read.data.length === 0) return;
    const found = await send(read.data, true);
    if (latest.current === text) setPreview(found);
  };
  const store = async () => {
    const said = await send(pasted!.data, false);
    if (said) done(`Stored: ${said}.`);
  };
  return (
    <div class="panel" role="group" aria-label="Paste from a spreadsheet">
      <label for="paste">
        Rows with a first row of names: <b>number</b>, and any of <b>building</b>, <b>floor</b>, <b>floor plan</b>,{' '}
        <b>area</b>.
      </label>
      <textarea id="paste" rows={6} onInput={({ currentTarget }) => void check(currentTarget.value)} />
      {errors.length > 0 && (
        <div class="wrong" role="alert">
          {errors.map((error) => (
            <p key={error}>{error}</p>
          ))}
        </div>
      )}
      <div class="row">
        <button type="button" class="primary" disabled={isBusy || preview === undefined} onClick={() => void store()}>
          {preview === undefined ? 'Store' : `Store: ${preview}`}
        </button>
      </div>
    </div>
  );
}

function summaryOf(saved: { outcome: string }[]): string {
  const outcomes = new Map<string, number>();
  for (const { outcome } of saved) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  return [...outcomes].map(([outcome, times]) => `${count(times, 'unit')} ${outcome}`).join(', ');
}
