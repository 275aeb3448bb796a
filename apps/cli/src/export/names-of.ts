import type { Reference } from '../provision/names.js';

export interface Named {
  id: string;
  name: string;
}

/** References to the resources of a list: by name, or by id if several have the name. Undefined for null and for unknown ids. */
export function namesOf(resources: readonly Named[]): (id: string | null) => Reference | undefined {
  const count = new Map<string, number>();
  for (const { name } of resources) count.set(name, (count.get(name) ?? 0) + 1);
  const names = new Map(resources.map(({ id, name }) => [id, count.get(name) === 1 ? name : { id }]));
  return (id) => (id === null ? undefined : names.get(id));
}
