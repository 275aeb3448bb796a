import { hostile } from './hostile.mjs';
import { matrix } from './matrix.mjs';

/** `stage`: what it plays on, null for its own; `longOnly`: not in the short form. */
export const PROBES = [
  { name: 'hostile', probe: hostile },
  { name: 'matrix', probe: matrix },
];
