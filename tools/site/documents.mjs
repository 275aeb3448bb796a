import { readFileSync } from 'node:fs';

const document = (api) => JSON.parse(readFileSync(new URL(`../../apps/${api}/openapi.json`, import.meta.url), 'utf8'));

/** The groups of operations of an API in the order of its document. Each becomes a page of the reference. */
export function groups(api) {
  const { tags, paths } = document(api);
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  );
  return tags.map(({ name, description }) => ({
    api,
    name,
    description,
    slug: `${api === 'api' ? '' : `${api}-`}${name.toLowerCase().replaceAll(' ', '-')}`,
    operations: operations.filter((operation) => operation.tags?.includes(name)),
  }));
}
