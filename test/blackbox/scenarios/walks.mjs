import { times } from '../support/async.mjs';
import { contextOf } from '../support/context.mjs';

const TERMS = [6, 12, 24];
/** Commits a second at which a walk must still show one publication. */
const RATE = 13;
const LISTS = ['entries?flat-pricing=0', 'entries?flat-pricing=1', 'units?'];

/** Walks by `next_url`, a page for each unit, while data sets are published one after the other: does each show one of them, whole? */
export async function walks(deployment, findings, options) {
  const context = await contextOf(deployment, findings, options);
  const { client, feeds, random, units } = context;
  const [feed] = feeds;
  const prices = units.map(() => TERMS.map(() => 1_000));
  /** What each publication shows, as the lists below tell it. */
  const published = new Map();
  const publish = async (at) => {
    const text = (flat) => prices.map((all) => all.filter((_, term) => !flat || TERMS[term] === 12).join()).join(' ');
    const { status, body, text: said } = await client.post(`${feed}/ingest?commit=1`, set(units, prices), { at });
    findings.count('commits');
    if (status !== 200) return findings.violation(`a commit is answered ${status}`, { detail: said.slice(0, 200) });
    published.set(body.report.publication, [text(false), text(true), text(true)]);
  };
  await publish(0);

  let isOver = false;
  const walked = [];
  const walking = times(LISTS.length, async (list) => {
    while (!isOver) {
      const path = `${feed}/${LISTS[list]}&per-page=1`;
      walked.push({ list, path, pages: await walk(context, path) });
    }
  });
  const from = performance.now();
  for (let at = 1; at <= (options.rounds ?? (options.short ? 60 : 5_000)); at++) {
    prices[random.below(units.length)][random.below(TERMS.length)] += 1; // so little that it is written as a difference
    await publish(at);
  }
  const rate = (published.size / (performance.now() - from)) * 1_000;
  isOver = true;
  await walking;
  for (const each of walked) judge(context, published, each);
  findings.note(`${rate.toFixed(1)} commits a second (goal ${RATE})`);
}

const set = (units, prices) =>
  units.flatMap(({ unit_number }, unit) =>
    TERMS.map((term, at) => ({
      ...{ unit_number, provider_id: `P-${unit_number}`, available_on: '2027-01-01' },
      ...{ lease_term: term, price: prices[unit][at] },
    })),
  );

/** @returns the pages, undefined when one of them does not come */
async function walk({ client, findings }, first) {
  const pages = [];
  for (let url = first; url;) {
    const { pathname, search } = new URL(url, 'http://any');
    const { status, body, text } = await client.get(pathname + search);
    if (status !== 200) {
      findings.violation(`a page of a walk is answered ${status}`, { detail: text.slice(0, 200) });
      return undefined;
    }
    pages.push(body);
    url = body.paging.next_url;
  }
  return pages;
}

function judge({ findings, client, units }, published, { list, path, pages }) {
  if (!pages) return;
  findings.count('walks');
  const [{ publication }] = pages;
  const request = { method: 'GET', path, headers: [['API-Key', client.key]] };
  if (pages.length !== units.length || pages.some((page) => page.publication !== publication))
    findings.violation('a walk shows several publications', {
      request,
      detail: pages.map((page) => page.publication).join(),
    });
  const shown = pages.map(pricesOf).join(' ');
  if (shown !== published.get(publication)?.[list])
    findings.violation('a walk mixes data sets', {
      request,
      detail: `publication ${publication}: ${shown}\n${published.get(publication)?.[list]}`,
    });
}

const pricesOf = ({ data }) =>
  data
    .flat()
    .toSorted((one, other) => one.lease_term - other.lease_term)
    .map(({ price }) => price)
    .join();
