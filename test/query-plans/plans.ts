import { Database } from '@app/platform/persistence';
import type pg from 'pg';
import type { TestApp } from '../support/app.js';

/** A node of a plan in EXPLAIN (FORMAT JSON). */
interface Node {
  'Node Type': string;
  Schema?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  Filter?: string;
  Plans?: Node[];
}

/** The plan of one statement. */
export interface Plan {
  text: string;
  nodes: Node[];
}

/** Makes Postgres send the plan of every statement, with the rows of each node, to the client. */
const TELL = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_format': 'json',
  'auto_explain.log_verbose': 'on',
  'auto_explain.log_level': 'notice',
  'auto_explain.log_nested_statements': 'on',
};

/** Enables this for new connections to the database. */
export async function tellPlans(app: TestApp): Promise<void> {
  for (const [name, value] of Object.entries(TELL))
    await app.sql(
      `do $$ begin execute format('alter database %I set ${name} = ''${value}''', current_database()); end $$`,
    );
}

/** Plans of the statements that a server runs. */
export class Plans {
  private logged: Plan[] = [];

  constructor(server: TestApp) {
    const heard = new WeakSet<pg.PoolClient>();
    server.app.get(Database).pool.on('acquire', (client) => {
      if (heard.has(client)) return;
      heard.add(client);
      client.on('notice', ({ message }) => this.hear(message ?? ''));
    });
  }

  /** Plans of the statements that `work` causes. */
  async of(work: () => Promise<unknown>): Promise<Plan[]> {
    this.logged = [];
    await work();
    return this.logged;
  }

  private hear(message: string): void {
    const json = /plan:\n(\{[^]*)$/.exec(message)?.[1];
    if (!json) return;
    const { 'Query Text': text, Plan: root } = JSON.parse(json) as { 'Query Text': string; Plan: Node };
    this.logged.push({ text, nodes: flat(root) });
  }
}

const flat = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(flat)];

/** `schema.index` of every index that is read; for a bitmap scan, the node above names the table. */
export const indexesOf = (plans: Plan[]): string[] => [
  ...new Set(
    plans.flatMap(({ nodes }) => nodes.flatMap((node, at) => (node['Index Name'] ? [named(node, nodes, at)] : []))),
  ),
];

function named(node: Node, nodes: Node[], at: number): string {
  const table = nodes.slice(0, at + 1).findLast((each) => each.Schema !== undefined);
  return `${node.Schema ?? table?.Schema}.${node['Index Name']}`;
}

/** `schema.table` of every sequential scan. */
export const scannedOf = (plans: Plan[]): string[] => [
  ...new Set(
    plans.flatMap(({ nodes }) =>
      nodes.filter((node) => node['Node Type'] === 'Seq Scan').map((node) => `${node.Schema}.${node['Relation Name']}`),
    ),
  ),
];

/** The most rows that a node processed, including those it filtered out: the cost of a statement, on any machine. */
export const rowsOf = (plans: Plan[]): number => Math.max(0, ...plans.flatMap(({ nodes }) => nodes.map(rowsAt)));

function rowsAt(node: Node): number {
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return ((node['Actual Rows'] ?? 0) + removed) * (node['Actual Loops'] ?? 1);
}

/** Tables that a scan reads without comparing `asset_id` with a given value, rather than another table; `id` of `catalog.asset`. */
export const readAcross = (plans: Plan[]): string[] => [
  ...new Set(
    plans.flatMap(({ nodes }) =>
      nodes
        .filter(
          (node) => node['Node Type'].endsWith(' Scan') && node['Relation Name'] !== undefined && !isOfAsset(node),
        )
        .map((node) => `${node.Schema}.${node['Relation Name']}`),
    ),
  ),
];

function isOfAsset(node: Node): boolean {
  const conditions = [node['Index Cond'], node['Recheck Cond'], node.Filter].join(' ');
  const column = node['Relation Name'] === 'asset' ? 'id' : 'asset_id';
  const named = `("?\\w+"?\\.)?${column}`;
  const given = `(\\$\\d|'|ANY \\()`;
  return new RegExp(`\\(${named} = ${given}|\\(${given}[^()]* = ${named}\\)`).test(conditions); // queries of foreign keys are written the other way round
}
