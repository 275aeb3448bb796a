import { type FieldErrors, invalid } from '../core/model/errors.js';
import { snakeCase } from '../core/model/names.js';

/** Checks all fields of a resource: `rulesOf` the class that creates it. @returns the errors by wire path */
export type Rules = (resource: object) => Promise<FieldErrors>;

/**
 * Revises a resource within its rules. Resources that broke a rule before it existed can still be changed in other fields.
 * @throws Problem invalid for a rule that held before, or that a changed field breaks
 */
export async function reviseWithin<Changes extends object>(
  rules: Rules | undefined,
  resource: { revise(changes: Changes): void },
  changes: Changes,
): Promise<void> {
  if (!rules) return resource.revise(changes);
  const before = await rules(resource);
  const stored = { ...resource } as Readonly<Record<string, unknown>>;
  const changed = Object.entries(changes).filter(
    ([property, value]) => value !== undefined && value !== stored[property],
  );
  const names = new Set(changed.map(([property]) => snakeCase(property)));
  resource.revise(changes);
  const broken = Object.entries(await rules(resource)).flatMap(([path, texts]) => {
    const isChanged = names.has(path.split('.', 1)[0]!);
    const added = texts.filter((text) => isChanged || !before[path]?.includes(text));
    return added.length > 0 ? [[path, added] as const] : [];
  });
  if (broken.length > 0) throw invalid(Object.fromEntries(broken));
}
