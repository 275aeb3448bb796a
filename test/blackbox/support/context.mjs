import { each } from './async.mjs';
import { timeFactorOf } from './time-factor.mjs';
import { randomOf } from './random.mjs';
import { Fixtures } from './fixtures.mjs';

export const FEEDS = '/v1/assets/{asset}/multifamily/pricing';
export const UNITS = '/v1/assets/{asset}/multifamily/units';

/** The context of a pricing scenario: an asset, its units, and its pricing processes (`feeds`), none with an open transaction. */
export async function contextOf(deployment, findings, options) {
  const fixtures = await Fixtures.find(deployment, 'First');
  const context = {
    ...{ deployment, findings, fixtures },
    client: deployment.client(),
    random: randomOf(options.seed),
    timeFactor: timeFactorOf(options),
    units: await unitsOf(fixtures),
    feeds: await feedsOf(fixtures),
  };
  await each(context.feeds, 1, (feed) => abortOpen(context, feed));
  return context;
}

export const unitsOf = async (fixtures) =>
  (await fixtures.list('main', `${UNITS}/{unit}`)).map(({ id, unit_number }) => ({ id, unit_number }));

/** Paths of the pricing processes. */
export const feedsOf = async (fixtures) =>
  (await fixtures.list('main', `${FEEDS}/{process}`)).map(({ id }) => `${fixtures.path('main', FEEDS)}/${id}`);

/** The transaction that an answer is about, or that is in its way. */
export const transactionOf = ({ headers }) => /transactions\/(\d+)/.exec(headers.link ?? '')?.[1];

export async function abortOpen({ client }, feed) {
  const opened = await client.post(`${feed}/ingest`);
  return { opened, ended: await client.delete(`${feed}/transactions/${transactionOf(opened)}`) };
}
