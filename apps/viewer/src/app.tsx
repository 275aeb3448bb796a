import type { PageData } from './page.js';

export function App({ data }: { data: PageData }) {
  const units = data.document?.assets.flatMap((asset) => asset.units) ?? [];
  return (
    <main>
      <h1>{data.document?.name ?? data.state}</h1>
      <ul>
        {units.map((unit) => (
          <li key={unit.id}>{unit.number}</li>
        ))}
      </ul>
    </main>
  );
}
