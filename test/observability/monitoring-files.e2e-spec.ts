import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { TestApp } from '../support/app.js';
import { givenAsset, givenProcess } from '../support/given.js';
import { type Family, parseExposition } from './exposition.js';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string };
}
interface Panel {
  id: number;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets: { refId: string; expr: string; legendFormat: string }[];
}

const { groups } = parse(read('docker/monitoring/rules.yaml')) as { groups: { name: string; rules: Rule[] }[] };
const rules = groups.flatMap(({ rules: each }) => each);
const { panels } = JSON.parse(read('docker/monitoring/dashboard.json')) as { panels: Panel[] };
const targets = panels.flatMap((panel) => panel.targets);

/** Grafana's variable stands for a duration. */
const EXPRESSIONS = [...rules.map(({ expr }) => expr), ...targets.map(({ expr }) => expr)].map((expr) =>
  expr.replaceAll('$__rate_interval', '5m'),
);

interface Selector {
  metric: string;
  /** conditions that must hold, as label and value */
  equal: [label: string, value: string][];
}

/** @returns the position of the first syntax error */
function errorIn(expr: string): number | undefined {
  let at: number | undefined;
  parser.parse(expr).iterate({
    enter: (node) => {
      if (node.type.isError) at ??= node.from;
    },
  });
  return at;
}

/** What an expression selects, and the labels by which it groups. */
function parsed(expr: string): { selectors: Selector[]; grouping: string[] } {
  const selectors: Selector[] = [];
  const grouping: string[] = [];
  parser.parse(expr).iterate({
    enter: ({ name, from, to, node }) => {
      const text = expr.slice(from, to);
      if (name === 'VectorSelector') {
        const metric = node.getChild('Identifier')!;
        const equal = [...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, value]): [string, string] => [label!, value!]); // oxfmt-ignore
        selectors.push({ metric: expr.slice(metric.from, metric.to), equal });
      }
      if (name === 'GroupingLabels') grouping.push(...(text.match(/\w+/g) ?? []));
    },
  });
  return { selectors, grouping };
}

let families: Map<string, Family>;
let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start();
  const asset = await givenAsset(app);
  const process = await givenProcess(app, asset);
  await app.sql('update pricing.process set expected_every_hours = 24');
  const entries = [{ unit_number: '101', provider_id: 'P1', price: 2400, available_on: '2027-01-01' }];
  const { status, text } = await app.post(`${process}/ingest?commit=1`, entries);
  if (status !== 200) throw new Error(text);
  for (const path of ['/v1/assets', '/v1/none', `${asset.path}/units`]) await app.get(path);
  families = parseExposition((await app.get('/metrics', { key: null, flags: null })).text);
});
afterAll(() => app?.close());

/** Labels and metrics that Prometheus adds to what it scrapes. */
const ADDED = ['instance', 'exported_job', 'le'];
const isAdded = ({ metric, equal }: Selector) => metric === 'up' && equal.length === 1;

const familyOf = (metric: string): Family | undefined =>
  families.get(metric) ?? families.get(metric.replace(/_(count|sum|bucket)$/, ''));

describe('The alerts and the dashboard', () => {
  it.each(EXPRESSIONS)('use valid PromQL: %s', (expr) => {
    expect(errorIn(expr)).toBeUndefined();
    expect(parsed(expr).selectors.length).toBeGreaterThan(0);
  });

  it('are rejected with an invalid expression', () => {
    for (const wrong of ['sum by (le (up)', 'rate(up[5x])', 'sum(rate(up[5m])', 'up = 1'])
      expect([wrong, errorIn(wrong)]).toEqual([wrong, expect.any(Number)]);
  });

  it('use only metrics and labels that a server exposes', () => {
    expect(families.size).toBeGreaterThan(30);
    for (const expr of EXPRESSIONS) {
      const { selectors, grouping } = parsed(expr);
      const own = selectors.filter((selector) => !isAdded(selector));
      expect(own.map(({ metric }) => metric).filter((metric) => !familyOf(metric))).toEqual([]);
      const labels = new Set(own.flatMap(({ metric }) => familyOf(metric)!.lines).flatMap((line) => Object.keys(line.labels))); // oxfmt-ignore
      if (labels.size > 0)
        expect([expr, grouping.filter((label) => !labels.has(label) && !ADDED.includes(label))]).toEqual([expr, []]);
      for (const { metric, equal } of own)
        for (const [label, value] of equal.filter(([name]) => name !== 'job' && name !== 'status'))
          expect([expr, familyOf(metric)!.lines.some((line) => line.labels[label] === value)]).toEqual([expr, true]);
    }
  });

  it('include an alert for each metric that the documentation says to alert on', () => {
    const page = read('docs/operations/monitoring.md');
    const section = /^### Alerts\n([^]*?)^## /m.exec(page)![1]!;
    const named = [...section.matchAll(/`(PropertyMap\w+)`/g)].map(([, name]) => name!);
    expect([...new Set(named)].sort()).toEqual(rules.map(({ alert }) => alert).sort());
  });

  it('have a severity and a summary that uses labels of the result', () => {
    for (const { alert, expr, labels, annotations } of rules) {
      expect([alert, labels.severity]).toEqual([alert, expect.stringMatching(/^(warning|critical)$/)]);
      const used = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label]) => label!);
      const { grouping } = parsed(expr);
      expect([alert, used.filter((label) => label !== 'instance' && !grouping.includes(label))]).toEqual([alert, []]);
    }
  });

  it('are valid for Grafana: panels have unique ids and do not overlap', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x},${y}`)).size).toBe(panels.length);
    expect(panels.filter(({ gridPos: { x, w } }) => x + w > 24)).toEqual([]);
    expect(targets.filter(({ legendFormat }) => legendFormat === '')).toEqual([]);
  });
});
