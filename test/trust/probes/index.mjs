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

/** `stage`: what it plays on, null for none; `longOnly`: not in the short form. */
export const PROBES = [
  { name: 'hostile', probe: hostile },
  { name: 'wire', probe: wire },
  { name: 'matrix', probe: matrix },
  { name: 'races', probe: races, stage: MAIN },
  { name: 'walks', probe: walks, stage: MAIN },
  { name: 'clocks', probe: clocks, stage: { ai: false, preload: SHIFTED } },
  { name: 'kills', probe: kills, stage: MAIN },
  { name: 'chaos', probe: chaos, stage: { replicas: 1 } },
  { name: 'link', probe: link, stage: { ai: false, replicas: 1 } },
  { name: 'stop', probe: stop, stage: { ai: false, env: { DRAIN_SECONDS: `${DRAIN_SECONDS}` } } },
  { name: 'soak', probe: soak, stage: MAIN },
  { name: 'nodes', probe: nodes, stage: null, longOnly: true },
];
