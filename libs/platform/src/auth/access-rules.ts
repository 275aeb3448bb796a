/** What an operation requires of its caller; `@Operation` declares it. */
export interface AccessRules {
  readonly id: string;
  /** path template without a leading slash */
  readonly path: string;
  /** needs no key */
  readonly public?: boolean;
  readonly permission?: string | undefined;
  /** query parameters; a request that sends one needs its permission too */
  readonly query?: readonly {
    readonly name: string;
    readonly permission?: string;
    /** of each name in its list that needs one */
    readonly permissions?: Readonly<Record<string, string | undefined>>;
  }[];
  /** experimental flag that the caller must send */
  readonly flag?: string;
}

/** Metadata, which Nest copies to the function that it registers with the HTTP adapter. */
const KEY = Symbol('access');

export const declareAccess = (handler: object, access: AccessRules): void =>
  Reflect.defineMetadata(KEY, access, handler);

export const accessRulesOf = (handler: object): AccessRules | undefined =>
  Reflect.getMetadata(KEY, handler) as AccessRules | undefined;

/** Whether a path belongs to the versioned API, where every operation needs a key unless it is declared public. */
export const isVersioned = (path: string): boolean => path.startsWith('/v1/');
