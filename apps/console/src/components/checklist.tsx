import { useState } from 'preact/hooks';
import { Problem } from './problem.js';
import { Name } from './name.js';
import { useLoad } from './use-load.js';

/** Items that are drawn at once; a filter finds the others. */
const DRAWN = 100;

interface Props {
  label: string;
  load(signal: AbortSignal): Promise<{ id: string; name: string }[]>;
  chosen: ReadonlySet<string>;
  choose(chosen: ReadonlySet<string>): void;
}

/** Several of many: a filter, and a box for each. */
export function Checklist({ label, load, chosen, choose }: Props) {
  const [text, setText] = useState('');
  const { data = [], error, isLoading, reload } = useLoad(label, load);
  const found = data.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    choose(next);
  };
  return (
    <fieldset class="checklist">
      <legend>
        {label}, {chosen.size} chosen
      </legend>
      {isLoading && <progress aria-label="Loading" />}
      {error !== undefined && <Problem error={error} retry={reload} />}
      {data.length > 8 && (
        <input
          type="search"
          aria-label={`Filter ${label.toLowerCase()}`}
          placeholder="Filter"
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      )}
      <div class="choices">
        {found.slice(0, DRAWN).map(({ id, name }) => (
          <label key={id} class="check">
            <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} /> <Name>{name}</Name>
          </label>
        ))}
      </div>
      {found.length > DRAWN && <small>The first {DRAWN}; the filter finds the others.</small>}
    </fieldset>
  );
}
