import { printable } from '../printable.js';
import type { Provisioned } from './provision.js';
import type { Outcome } from './section.js';

type ReportNode = Record<string, unknown>;
type Counts = Record<Outcome['outcome'] | 'deleted', number>;

/**
 * The document with the outcome and id of each item, and the secrets of new keys and webhooks. `deleted` lists deleted resources.
 * @param isDryRun whether it was a dry run, in which new resources have no id and no secret
 */
export function reportJson({ outcomes, pruned }: Provisioned, isDryRun = false): ReportNode {
  const report: ReportNode = {};
  const nodes = new Map<string, ReportNode>();
  for (const [path, { item, ...outcome }] of [...outcomes].sort(byDepth)) {
    const node = shownOf(item, outcome, isDryRun);
    nodes.set(path, node);
    const [, parent = '', list = ''] = /^(?:(.+)\.)?([^.]+)\.\d+$/.exec(path)!;
    const owner = parent ? nodes.get(parent)! : report;
    ((owner[list] ??= []) as ReportNode[]).push(node);
  }
  const deleted = [...pruned].flatMap(([path, resources]) =>
    resources.map((each) => ({ path: shownPath(path), ...each })),
  );
  return { ...report, ...(deleted.length > 0 && { deleted }), ...(isDryRun && { dry_run: true }) };
}

const byDepth = ([a]: [string, unknown], [b]: [string, unknown]) => a.split('.').length - b.split('.').length;

function shownOf(item: ReportNode, { id, outcome, secret }: Outcome, isDryRun: boolean): ReportNode {
  const of = ['unit_number', 'building', 'name', 'title', 'label'].filter((name) => name in item);
  const names = of.includes('unit_number') ? of.slice(0, 2) : of.slice(0, 1);
  return {
    ...(!(isDryRun && outcome === 'created') && { id }),
    ...Object.fromEntries(names.map((name) => [name, item[name]])),
    made: outcome,
    ...(secret && !isDryRun && { [secret.startsWith('whsec_') ? 'secret' : 'key']: secret }),
  };
}

/** A line per section, new secret and deleted resource. */
export function reportText(provisioned: Provisioned): string {
  const { outcomes, pruned } = provisioned;
  const secrets = [...outcomes].flatMap(([path, { secret, item, id }]) =>
    secret
      ? [
          `${path.startsWith('keys.') ? 'Key' : 'Secret of webhook'} ${id} (${String(item['name'])}), shown this once: ${secret}`,
        ]
      : [],
  );
  const deletions = linesOf(provisioned).filter((line) => line.startsWith('-'));
  const counts = countsOf(provisioned);
  return (
    [...counts, ...(pruned.size > 0 ? deletions : []), ...secrets].map(printable).join('\n') ||
    'The file declares nothing.'
  );
}

/** The plan of a dry run, a line per resource: `+` created, `~` changed, `-` deleted. */
export function planText(provisioned: Provisioned): string {
  const lines = linesOf(provisioned);
  const end = lines.length > 0 ? 'Dry run: nothing was changed.' : 'There is nothing to change.';
  return [...lines.map(printable), ...countsOf(provisioned), end].join('\n');
}

function linesOf({ outcomes, pruned }: Provisioned): string[] {
  const done = [...outcomes].flatMap(([path, { item, outcome }]) =>
    outcome === 'unchanged' ? [] : [`${outcome === 'created' ? '+' : '~'} ${shownPath(path)} ${nameOf(item)}`],
  );
  const deleted = [...pruned].flatMap(([path, all]) =>
    all.map(({ id, name }) => `- ${shownPath(path)} ${name} (id ${id})`),
  );
  return [...done, ...deleted];
}

const nameOf = (item: ReportNode): string =>
  String(item['unit_number'] ?? item['name'] ?? item['title'] ?? item['label'] ?? item['id']) +
  (typeof item['building'] === 'string' ? `, ${item['building']}` : '');

const shownPath = (path: string): string => path.replace(/\.(\d+)(?=\.|$)/g, '[$1]');

function countsOf({ outcomes, pruned }: Provisioned): string[] {
  const counts = new Map<string, Counts>();
  const countOf = (path: string): Counts => {
    const section = path.replace(/\.\d+(?=\.|$)/g, '');
    const count = counts.get(section) ?? { created: 0, changed: 0, unchanged: 0, deleted: 0 };
    counts.set(section, count);
    return count;
  };
  for (const [path, { outcome }] of outcomes) countOf(path)[outcome] += 1;
  for (const [path, resources] of pruned) countOf(path).deleted += resources.length;
  return [...counts].map(
    ([section, { created, changed, unchanged, deleted }]) =>
      `${section}: ${created} created, ${changed} changed, ${unchanged} unchanged${deleted > 0 ? `, ${deleted} deleted` : ''}`,
  );
}
