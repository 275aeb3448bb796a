const visibility = new Map<string, string>();

/** SQL that says whether an actor (`:accounts`) sees what `:parameter` of a path names; declared by the context that owns it. */
export const declareVisibility = (parameter: string, sql: string): void => void visibility.set(parameter, sql);

export const visibilityOf = (parameter: string): string | undefined => visibility.get(parameter);
