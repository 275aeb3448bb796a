// Publishes a file of prices, and only what was previewed: API_KEY=... node push.mjs PROCESS_URL FILE
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';

const override = process.env.OVERRIDE === 'guard' ? '&override=guard' : '';

async function ingest(url, body, query, more = {}) {
  const headers = { 'API-Key': process.env.API_KEY ?? '', 'Content-Type': 'application/json', ...more };
  const response = await fetch(`${url}/ingest?commit=1${override}${query}`, { method: 'POST', headers, body });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${response.status} ${answer.code}: ${answer.message}`);
  return answer.report;
}

async function publish(url, file) {
  const body = await readFile(file);
  const preview = await ingest(url, body, '&dry-run=1');
  const counts = Object.entries(preview.totals).filter(([, count]) => count > 0);
  console.log('Preview:', counts.map(([name, count]) => `${name} ${count}`).join(', '));
  if (preview.outcome === 'refused') {
    const exceeded = preview.guard.exceeded.map(({ limit, entries }) => `${limit} (${entries} entries)`).join(', ');
    throw new Error(`The guard refuses these prices, which exceed ${exceeded}. Nothing was published.
Correct the file. If the change is intended, run this again with OVERRIDE=guard.`);
  }
  const { outcome, publication } = await ingest(url, body, '', {
    'If-Match': `"${preview.compared_with ?? 0}"`,
    'Idempotency-Key': randomUUID(), // repeat the request with the same key until it is answered
  });
  console.log(outcome === 'unchanged' ? `Nothing changed: publication ${publication} stays live` : `Publication ${publication} is live`); // oxfmt-ignore
}

try {
  await publish(...process.argv.slice(2));
} catch (error) {
  console.error(error.cause?.message ?? error.message); // fetch hides why it failed in the cause
  process.exitCode = 1;
}
