// @ts-expect-error -- plain JavaScript
import { changedSources } from './mutations/build.mjs';
// @ts-expect-error -- plain JavaScript
import { MUTATIONS } from './mutations/mutations.mjs';

const mutations = MUTATIONS as { name: string }[];

describe('The text that a mutation replaces', () => {
  it.each(mutations.map((mutation) => [mutation.name, mutation] as const))(
    'occurs once in the sources: %s',
    (_, mutation) => {
      expect(() => (changedSources as (mutation: object) => unknown)(mutation)).not.toThrow();
    },
  );
});
