import type { Outcomes } from './provision.js';
import type { Outcome } from './section.js';

type Shown = Record<string, unknown>;

/** The document with what became of its parts: every id, and the secret of a key made new. */
export function reportJson(outcomes: Outcomes): Shown {
  const report: Shown = {};
  const nodes = new Map<string, Shown>();
  for (const [path, { item, ...outcome }] of [...outcomes].sort(byDepth)) {
    const node = shownOf(item, outcome);
    nodes.set(path, node);
    const [, parent = '', list = ''] = /^(?:(.+)\.)?([^.]+)\.\d+$/.exec(path)!;
    const owner = parent ? nodes.get(parent)! : report;
    ((owner[list] ??= []) as Shown[]).push(node);
  }
  return report;
}

const byDepth = ([a]: [string, unknown], [b]: [string, unknown]) => a.split('.').length - b.split('.').length;

function shownOf(item: Shown, { id, made, secret }: Outcome): Shown {
  const name =
    'unit_number' in item ? { unit_number: item['unit_number'], building: item['building'] } : { name: item['name'] };
  return { id, ...name, made, ...(secret && { key: secret }) };
}

/** A line for each section, and one for each new key. */
export function reportText(outcomes: Outcomes): string {
  const counts = new Map<string, Record<Outcome['made'], number>>();
  for (const [path, { made }] of outcomes) {
    const section = path.replace(/\.\d+(?=\.|$)/g, '');
    const count = counts.get(section) ?? { created: 0, changed: 0, unchanged: 0 };
    count[made] += 1;
    counts.set(section, count);
  }
  const lines = [...counts].map(
    ([section, { created, changed, unchanged }]) =>
      `${section}: ${created} created, ${changed} changed, ${unchanged} unchanged`,
  );
  const secrets = [...outcomes.values()].flatMap(({ secret, item, id }) =>
    secret ? [`Key ${id} (${String(item['name'])}), shown this once: ${secret}`] : [],
  );
  return [...lines, ...secrets].join('\n') || 'The file declares nothing.';
}
