import { isVisible } from '@app/catalog/contract';
import { LIBRARIES, sourcesOf } from './contexts.js';

/** SQL that compares with the accounts of an actor. Outside the catalog, it would be a copy of the catalog's predicate. */
const PREDICATE = /:accounts\b|account(_id|\.id)\s*=\s*any\b/;

it('only the catalog decides in SQL which assets and accounts an actor sees', () => {
  expect(isVisible('asset.id')).toMatch(PREDICATE);
  const found = LIBRARIES.flatMap((library) =>
    sourcesOf(library)
      .filter(([, text]) => PREDICATE.test(text))
      .map(([file]) => `${library.folder}/src/${file}`),
  );
  expect(found).toEqual(['libs/catalog/src/access.ts']);
});

it('the platform names no table of a context', () => {
  const platform = LIBRARIES.find(({ name }) => name === 'platform')!;
  const schemas = LIBRARIES.filter(({ name }) => name !== 'platform').map(({ persistence }) => persistence.schema);
  const named = new RegExp(`\\b(from|join|into|update)\\s+(${schemas.join('|')})\\.\\w+`);
  expect(
    sourcesOf(platform)
      .filter(([, text]) => named.test(text))
      .map(([file]) => file),
  ).toEqual([]);
});
