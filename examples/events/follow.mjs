// Follows the feed of events: API_KEY=KEY node follow.mjs http://localhost:3000/v1/assets/1/multifamily copy.json
import { setTimeout as sleep } from 'node:timers/promises';
import { Copy } from './copy.mjs';

const [api, file] = process.argv.slice(2);
const copy = new Copy(api, process.env.API_KEY, file);
const events = `${new URL(api).origin}/v1/events?asset=${copy.asset}`;

async function follow() {
  if (!copy.state) {
    const { cursor } = await (await copy.get(`${events}&after=latest`)).json(); // before reading, so that nothing is missed
    await copy.start(cursor);
  }
  const response = await copy.get(`${events}&wait=30&after=${copy.state.cursor}`);
  if (response.status === 410) return (copy.state = undefined); // events are missing: read everything again
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const { data, cursor } = await response.json();
  for (const event of data) await copy.apply(event);
  if (cursor === copy.state.cursor) return;
  copy.state.cursor = cursor; // stored together with what was read
  copy.save();
}

for (;;)
  await follow().catch(async (error) => {
    console.error(String(error));
    await sleep(1_000);
  });
