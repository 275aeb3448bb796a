import { built } from '../support/service.js';
// @ts-expect-error -- plain JavaScript
import { changedFiles } from './mutations/build.mjs';
// @ts-expect-error -- plain JavaScript
import { MUTATIONS } from './mutations/mutations.mjs';

const mutations = MUTATIONS as { name: string }[];

beforeAll(built, 300_000);

describe('The text that is replaced', () => {
  it.each(mutations.map((mutation) => [mutation.name, mutation] as const))(
    'stands once in the build: %s',
    (_, mutation) => {
      expect(() => (changedFiles as (mutation: object) => unknown)(mutation)).not.toThrow();
    },
  );
});
