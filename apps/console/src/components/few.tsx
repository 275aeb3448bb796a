import { Name } from './name.js';

/** The first items of a list, and the others on request. */
export function Few({ items, shown = 3 }: { items: string[]; shown?: number }) {
  const rest = items.slice(shown);
  return (
    <>
      {items.slice(0, shown).map((item, at) => (
        <Name key={at}>{item}</Name>
      ))}
      {rest.length > 0 && (
        <details>
          <summary>and {rest.length} more</summary>
          {rest.map((item, at) => (
            <Name key={at}>{item}</Name>
          ))}
        </details>
      )}
    </>
  );
}
