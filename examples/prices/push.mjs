// Publishes a file of prices, and only what was previewed: API_KEY=... node push.mjs PROCESS_URL FILE
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';

const [url, file] = process.argv.slice(2);
const body = await readFile(file);

async function ingest(query, more = {}) {
  const headers = { 'API-Key': process.env.API_KEY, 'Content-Type': 'application/json', ...more };
  const response = await fetch(`${url}/ingest?${query}`, { method: 'POST', headers, body });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${response.status} ${answer.code}: ${answer.message}`);
  return answer.report;
}

const preview = await ingest('commit=1&dry-run=1');
console.log('Would change:', JSON.stringify(preview.totals));
if (preview.outcome === 'refused') throw new Error('The guard of the process would refuse these prices');
const report = await ingest('commit=1', {
  'If-Match': `"${preview.compared_with ?? 0}"`,
  'Idempotency-Key': randomUUID(), // the same for each repetition, when no answer comes
});
console.log(`Publication ${report.publication} is live`);
