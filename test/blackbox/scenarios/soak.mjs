import { setTimeout as sleep } from 'node:timers/promises';
import { randomOf } from '../support/random.mjs';
import { Fixtures } from '../support/fixtures.mjs';

const A_SECOND = 100;
const READS = 0.8;
const P99_MS = 100;
/** In MiB: what a short run may grow by before garbage is collected for the first time. */
const WARMING = 60;

/** A steady mix of reads and writes: no error, no slow answers, no more memory or descriptors at the end than at first. */
export async function soak(deployment, findings, options) {
  const { short, rounds, seed } = options;
  const seconds = rounds ?? (short ? 25 : 1_800);
  const fixtures = await Fixtures.find(deployment, 'First');
  const context = { fixtures, client: deployment.client(), random: randomOf(seed), findings, times: [], pending: 0 };
  await drive(context, Math.min(10, seconds / 2)); // warm
  const before = measured(deployment);
  context.times = [];
  const samples = await drive(context, seconds, () => measured(deployment));
  const after = measured(deployment);
  context.times.sort((a, b) => a - b);
  const p99 = context.times[Math.floor(context.times.length * 0.99)];
  deployment.main.forEach((service, at) =>
    judge(findings, { before: before[at], after: after[at], short, samples: samples.map((each) => each[at]) }, at),
  );
  findings.note(
    `p99 ${p99.toFixed(1)} ms, median ${context.times[Math.floor(context.times.length / 2)].toFixed(1)} ms`,
  );
  const goal = P99_MS * (short ? 20 : 1); // a short run says little of it: the machine has other things to do
  if (p99 > goal) findings.violation(`p99 is ${p99.toFixed(0)} ms, above ${goal}`);
}

const measured = (deployment) => deployment.main.map(({ memory, descriptors }) => ({ memory, descriptors }));

function judge(findings, { before, after, short, samples }, at) {
  findings.note(
    `replica ${at}: ${before.memory.toFixed(0)} to ${after.memory.toFixed(0)} MiB, ${before.descriptors} to ${after.descriptors} descriptors`,
  );
  const later = samples.slice(Math.floor(samples.length / 2));
  const least = Math.min(...later.map(({ memory }) => memory), after.memory);
  if (least > before.memory * (short ? 1 : 1.05) + (short ? WARMING : 10))
    findings.violation('memory grows', { detail: `${before.memory.toFixed(0)} to ${least.toFixed(0)} MiB` });
  if (after.descriptors > before.descriptors + 40)
    findings.violation('descriptors grow', { detail: `${before.descriptors} to ${after.descriptors}` });
}

/** Starts so many requests a second, whether or not the ones before are answered. */
async function drive(context, seconds, sample = () => undefined) {
  const from = performance.now();
  const samples = [];
  const asked = [];
  for (let sent = 0; sent < seconds * A_SECOND; sent++) {
    const due = from + (sent * 1000) / A_SECOND;
    const early = due - performance.now();
    if (early > 1) await sleep(early);
    asked.push(one(context, sent));
    if (asked.length > 2_000) void Promise.all(asked.splice(0, 1_000)); // long answered, or lost and noted
    if (sent % (A_SECOND * 5) === 0) samples.push(sample());
  }
  await Promise.all(asked);
  return samples.filter(Boolean);
}

async function one({ client, fixtures, random, findings, times }, sent) {
  const path = (template) => fixtures.path('main', `/v1/assets/{asset}/multifamily/${template}`);
  const unit = fixtures.ids.get('main /v1/assets/{asset}/multifamily/units/{unit}');
  const building = fixtures.ids.get('main /v1/assets/{asset}/multifamily/buildings/{building}');
  const reads = [
    'units',
    'units/{unit}',
    'pricing/{process}/units',
    'pricing/{process}/entries',
    'floors',
    'buildings?per-page=20',
  ];
  const writes = [
    () => client.put(path('units/{unit}'), { id: unit, asset_id: fixtures.asset, area: sent }),
    () => client.put(path('buildings/{building}'), { id: building, asset_id: fixtures.asset, name: `Soak ${sent}` }),
    () => client.put(path('pricing/{process}/units/{unit}'), { id: unit, show_pricing: sent % 2 === 0 }),
  ];
  const answer = await (random.next() < READS ? client.get(path(random.pick(reads))) : random.pick(writes)());
  times.push(answer.ms);
  findings.count('requests');
  if (answer.status !== 200 && answer.status !== 201)
    findings.violation(`an error in steady use: ${answer.status || answer.error}`, {
      detail: answer.text.slice(0, 200),
    });
}
