import { built } from '../support/service.js';
// @ts-expect-error -- plain JavaScript
import { changedFiles } from './planted/build.mjs';
// @ts-expect-error -- plain JavaScript
import { FAULTS } from './planted/faults.mjs';

const faults = FAULTS as { name: string }[];

beforeAll(built, 300_000);

describe('The text that is replaced', () => {
  it.each(faults.map((fault) => [fault.name, fault] as const))('stands once in the build: %s', (_, fault) => {
    expect(() => (changedFiles as (fault: object) => unknown)(fault)).not.toThrow();
  });
});
