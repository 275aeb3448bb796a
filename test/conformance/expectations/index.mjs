import { access } from './access.mjs';
import { ingest } from './ingest.mjs';
import { lists } from './lists.mjs';
import { resources } from './resources.mjs';
import { second } from './second.mjs';
import { viewer } from './viewer.mjs';
import { writes } from './writes.mjs';

const PROFILES = {
  read: [...access('read'), ...lists, ...resources],
  write: writes,
  ingest,
  viewer,
  second: [...access('second'), ...second],
};

/** `profile`, `id` (`read:paging/walk`), `says` (a sentence of the contract), and `holds(place)`, which throws what it saw. */
export const EXPECTATIONS = Object.entries(PROFILES).flatMap(([profile, expectations]) =>
  expectations.map((expectation) => ({ ...expectation, profile, id: `${profile}:${expectation.id}` })),
);

export const PROFILE_NAMES = Object.keys(PROFILES);
