import { hostile } from './hostile.mjs';
import { kills } from './kills.mjs';
import { link } from './link.mjs';
import { matrix } from './matrix.mjs';
import { races } from './races.mjs';

const MAIN = { ai: false };

/** `stage`: what it plays on, null for its own; `longOnly`: not in the short form. */
export const PROBES = [
  { name: 'hostile', probe: hostile },
  { name: 'matrix', probe: matrix },
  { name: 'races', probe: races, stage: MAIN },
  { name: 'kills', probe: kills, stage: MAIN },
  { name: 'link', probe: link, stage: { ai: false, replicas: 1 } },
];
