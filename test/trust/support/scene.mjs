import { each } from './async.mjs';
import { patienceOf } from './patience.mjs';
import { randomOf } from './random.mjs';
import { World } from './world.mjs';

export const FEEDS = '/v1/assets/{asset}/multifamily/pricing';
export const UNITS = '/v1/assets/{asset}/multifamily/units';

/** What a probe of pricing plays with: an asset, its units, and its pricing processes (`feeds`), on which nothing is open. */
export async function sceneOf(stage, findings, options) {
  const world = await World.find(stage, 'First');
  const scene = {
    ...{ stage, findings, world },
    client: stage.client(),
    random: randomOf(options.seed),
    patience: patienceOf(options),
    units: await unitsOf(world),
    feeds: await feedsOf(world),
  };
  await each(scene.feeds, 1, (feed) => abortOpen(scene, feed));
  return scene;
}

export const unitsOf = async (world) =>
  (await world.list('main', `${UNITS}/{unit}`)).map(({ id, unit_number }) => ({ id, unit_number }));

/** Paths of the pricing processes. */
export const feedsOf = async (world) =>
  (await world.list('main', `${FEEDS}/{process}`)).map(({ id }) => `${world.path('main', FEEDS)}/${id}`);

/** The transaction that an answer is about, or that is in its way. */
export const transactionOf = ({ headers }) => /transactions\/(\d+)/.exec(headers.link ?? '')?.[1];

export async function abortOpen({ client }, feed) {
  const opened = await client.post(`${feed}/ingest`);
  return { opened, ended: await client.delete(`${feed}/transactions/${transactionOf(opened)}`) };
}
