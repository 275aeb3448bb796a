/** What an operation asks of its caller; `@Operation` declares it. */
export interface AccessRules {
  readonly id: string;
  /** the template, without a leading slash */
  readonly path: string;
  /** needs no key */
  readonly public?: boolean;
  readonly permission?: string | undefined;
  /** experimental flag that the caller must send */
  readonly flag?: string;
}

const rules = new WeakMap<object, AccessRules>();

export const declareAccess = (handler: object, access: AccessRules): void => void rules.set(handler, access);

export const accessRulesOf = (handler: object): AccessRules | undefined => rules.get(handler);

/** Whether a path is below the version of the API, where only operations that say so need no key. */
export const isVersioned = (path: string): boolean => path.startsWith('/v1/');
