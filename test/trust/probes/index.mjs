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

/** `deployment`: its options, null for a probe that needs none; `longOnly`: not in the short form. */
export const PROBES = [
  { name: 'hostile', probe: hostile },
  { name: 'wire', probe: wire },
  { name: 'matrix', probe: matrix },
  { name: 'races', probe: races, deployment: MAIN },
  { name: 'walks', probe: walks, deployment: MAIN },
  { name: 'clocks', probe: clocks, deployment: { ai: false, preload: SHIFTED } },
  { name: 'kills', probe: kills, deployment: MAIN },
  { name: 'chaos', probe: chaos, deployment: { replicas: 1 } },
  { name: 'link', probe: link, deployment: { ai: false, replicas: 1 } },
  { name: 'stop', probe: stop, deployment: { ai: false, env: { DRAIN_SECONDS: `${DRAIN_SECONDS}` } } },
  { name: 'soak', probe: soak, deployment: MAIN },
  { name: 'nodes', probe: nodes, deployment: null, longOnly: true },
];
