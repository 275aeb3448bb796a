import { writeFileSync } from 'node:fs';
import { placeOf } from '../../support/contract.mjs';

const escaped = (text) =>
  // oxlint-disable-next-line no-control-regex -- which XML cannot hold
  text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f]/g, '').replace(/[&<>"]/g, (sign) => `&#${sign.codePointAt(0)};`);

const count = (results, outcome) => results.filter((result) => result.outcome === outcome).length;

export function totals(results) {
  const [holds, broken, none] = ['holds', 'broken', 'not applicable'].map((outcome) => count(results, outcome));
  return { expectations: results.length, holds, broken, not_applicable: none };
}

/** The line of an expectation on the console; if it does not hold, with the promise and what was seen. */
export function line({ id, outcome, says, seen }) {
  if (outcome === 'holds') return `ok    ${id}`;
  if (outcome === 'not applicable') return `-     ${id}: ${seen}`;
  return `FAIL  ${id}\n      promised: ${says} (${placeOf(says)})\n      seen: ${seen}`;
}

const FORMATS = { json, junit, html };

/** Writes the reports that the options request. */
export function writeReports(options, results) {
  for (const [name, format] of Object.entries(FORMATS))
    if (options[name]) writeFileSync(options[name], format(options, results));
}

function json({ url, secondUrl, profiles }, results) {
  const rows = results.map(({ id, profile, says, outcome, seen, milliseconds }) => {
    return { id, profile, outcome, says, where: placeOf(says), seen: seen ?? null, milliseconds };
  });
  const report = { server: url ?? null, second_server: secondUrl ?? null, profiles, totals: totals(results) };
  return `${JSON.stringify({ ...report, results: rows }, null, 2)}\n`;
}

function junit(_, results) {
  const { expectations, broken, not_applicable: skipped } = totals(results);
  const cases = results.map(({ id, profile, says, outcome, seen, milliseconds }) => {
    const head = `    <testcase classname="${profile}" name="${escaped(id)}" time="${milliseconds / 1000}"`;
    if (outcome === 'holds') return `${head}/>`;
    const text = escaped(seen);
    const body =
      outcome === 'broken' ? `<failure message="${escaped(says)}">${text}</failure>` : `<skipped message="${text}"/>`;
    return `${head}>${body}</testcase>`;
  });
  const counts = `tests="${expectations}" failures="${broken}" skipped="${skipped}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="conformance" ${counts}>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>\n',
  ].join('\n');
}

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1d2433; }
table { border-collapse: collapse; width: 100%; } td, th { text-align: left; vertical-align: top; padding: .5rem; border-top: 1px solid #d5d9e2; }
code { font-size: .9em; overflow-wrap: anywhere; } small { color: #5a6376; }
.holds b { color: #146c2e; } .broken b { color: #b3261e; } .broken { background: #fdf1f0; }`;

function html({ url, secondUrl }, results) {
  const { expectations, holds, broken, not_applicable: none } = totals(results);
  const rows = results.map(({ id, says, outcome, seen }) => {
    const remark = seen ? `<br><code>${escaped(seen)}</code>` : '';
    const sentence = `${escaped(says)}<br><small>${escaped(placeOf(says) ?? '')}</small>${remark}`;
    const name = outcome === 'not applicable' ? 'none' : outcome;
    return `<tr class="${name}"><td><b>${outcome}</b></td><td><code>${escaped(id)}</code></td><td>${sentence}</td></tr>`;
  });
  return [
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>Conformance: ${holds} of ${expectations} hold</title><style>${STYLE}</style>`,
    `<h1>Conformance</h1><p>${[url, secondUrl].filter(Boolean).map(escaped).join(', ')}</p>`,
    `<p><strong>${holds}</strong> hold, <strong>${broken}</strong> broken, <strong>${none}</strong> not applicable.</p>`,
    '<table><tr><th>Outcome</th><th>Expectation</th><th>Promised, and seen</th></tr>',
    ...rows,
    '</table></html>\n',
  ].join('\n');
}
