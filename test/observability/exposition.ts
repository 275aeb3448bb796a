/** A sample in the text format of Prometheus. */
export interface Line {
  name: string;
  labels: Record<string, string>;
  value: number;
}

export interface Family {
  type: string;
  lines: Line[];
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const LABEL = '([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\\\\n]|\\\\["\\\\n])*)"';
const SAMPLE = new RegExp(`^(${NAME})(?:\\{((?:${LABEL})(?:,${LABEL})*)?\\})? (\\S+)$`);
const LABELS = new RegExp(LABEL, 'g');
const HEAD = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`);
const NUMBER = /^([-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?|[-+]Inf|NaN)$/i;
const TYPES = ['counter', 'gauge', 'histogram', 'summary', 'untyped'];
const OF_HISTOGRAM = ['_bucket', '_sum', '_count'];

/**
 * Parses the text format of Prometheus, version 0.0.4, strictly: HELP and TYPE once and before the samples, families in one piece, no
 * duplicate samples, histograms that add up. Throws at the first invalid line.
 */
export function parseExposition(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('The last line does not end');
  const families = new Map<string, Family & { help: boolean }>();
  const seen = new Set<string>();
  let current = '';
  for (const line of text.split('\n').slice(0, -1)) {
    if (line === '') continue;
    const fault = (what: string) => new Error(`${what}: ${line}`);
    const [, keyword, name, rest] = HEAD.exec(line) ?? [];
    if (keyword === 'HELP') {
      if (families.has(name!)) throw fault('A family in two pieces');
      families.set((current = name!), { help: true, type: '', lines: [] });
    } else if (keyword === 'TYPE') {
      const family = families.get(name!);
      if (name !== current || !family || family.type !== '') throw fault('TYPE without HELP, or twice');
      if (!TYPES.includes(rest!)) throw fault('No type');
      family.type = rest!;
    } else {
      const sample = sampleOf(line);
      if (!sample) throw fault('No sample');
      const family = families.get(current);
      if (!family?.type || !belongs(sample, current, family.type)) throw fault(`Not of ${current}`);
      const key = `${sample.name}${JSON.stringify(Object.entries(sample.labels).sort())}`;
      if (seen.has(key)) throw fault('A sample twice');
      seen.add(key);
      if (family.type === 'counter' && !(sample.value >= 0)) throw fault('A count below zero');
      family.lines.push(sample);
    }
  }
  for (const [name, family] of families) if (family.type === 'histogram') requireSums(name, family);
  return families;
}

function sampleOf(line: string): Line | undefined {
  const [, name, labels = '', ...others] = SAMPLE.exec(line) ?? [];
  const value = others.at(-1);
  if (name === undefined || value === undefined || !NUMBER.test(value)) return undefined;
  const pairs = [...labels.matchAll(LABELS)].map((match) => [match[1]!, unescaped(match[2]!)] as const);
  const own = Object.fromEntries(pairs);
  if (Object.keys(own).length < pairs.length) return undefined;
  return { name, labels: own, value: Number(value.replace('Inf', 'Infinity')) };
}

const unescaped = (text: string) => text.replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign));

const belongs = ({ name, labels }: Line, family: string, type: string): boolean =>
  type === 'histogram'
    ? OF_HISTOGRAM.some((end) => name === family + end) && name.endsWith('_bucket') === 'le' in labels
    : name === family;

/** Expects that buckets grow up to `+Inf`, which equals the count. */
function requireSums(name: string, { lines }: Family): void {
  const series = new Map<string, Line[]>();
  for (const line of lines) {
    const key = JSON.stringify(Object.entries({ ...line.labels, le: '' }).sort());
    const of = series.get(key);
    if (of) of.push(line);
    else series.set(key, [line]);
  }
  for (const [labels, of] of series) {
    const buckets = of.filter((line) => line.name === `${name}_bucket`);
    const bounds = buckets.map(({ labels: { le } }) => Number(le!.replace('Inf', 'Infinity')));
    const counts = buckets.map(({ value }) => value);
    const total = of.filter((line) => line.name === `${name}_count`);
    const sums = of.filter((line) => line.name === `${name}_sum`);
    const ascends = (values: number[], atLeast: number) =>
      values.every((value, at) => at === 0 || value - values[at - 1]! >= atLeast);
    const isFine =
      bounds.at(-1) === Infinity &&
      ascends(bounds, Number.MIN_VALUE) &&
      ascends(counts, 0) &&
      total.length === 1 &&
      sums.length === 1 &&
      total[0]!.value === counts.at(-1);
    if (!isFine) throw new Error(`${name}${labels} does not add up`);
  }
}
