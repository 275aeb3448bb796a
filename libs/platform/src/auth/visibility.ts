const visibility = new Map<string, string>();

/** Declares the SQL condition under which an actor (`:accounts`) sees the resource named by a path parameter. The owning context calls it. */
export const declareVisibility = (parameter: string, sql: string): void => void visibility.set(parameter, sql);

export const visibilityOf = (parameter: string): string | undefined => visibility.get(parameter);
