import { chaos } from './chaos.mjs';
import { clocks, SHIFTED } from './clocks.mjs';
import { hostile } from './hostile.mjs';
import { kills } from './kills.mjs';
import { link } from './link.mjs';
import { matrix } from './matrix.mjs';
import { nodes } from './nodes.mjs';
import { races } from './races.mjs';
import { soak } from './soak.mjs';
import { DRAIN_SECONDS, stop } from './stop.mjs';
import { walks } from './walks.mjs';
import { wire } from './wire.mjs';

const MAIN = { ai: false };

/** `deployment`: its options, null for a scenario that needs none. */
export const SCENARIOS = [
  { name: 'hostile', scenario: hostile },
  { name: 'wire', scenario: wire },
  { name: 'matrix', scenario: matrix },
  { name: 'races', scenario: races, deployment: MAIN },
  { name: 'walks', scenario: walks, deployment: MAIN },
  { name: 'clocks', scenario: clocks, deployment: { ai: false, preload: SHIFTED } },
  { name: 'kills', scenario: kills, deployment: MAIN },
  { name: 'chaos', scenario: chaos, deployment: { replicas: 1 } },
  { name: 'link', scenario: link, deployment: { ai: false, replicas: 1 } },
  { name: 'stop', scenario: stop, deployment: { ai: false, env: { DRAIN_SECONDS: `${DRAIN_SECONDS}` } } },
  { name: 'soak', scenario: soak, deployment: MAIN },
  { name: 'nodes', scenario: nodes, deployment: null },
];
