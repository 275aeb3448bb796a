/** The issuer of a command or query. */
export interface Actor {
  /** ids of the visible accounts; null = all accounts, and assets without an account */
  readonly accounts: readonly string[] | null;
  /** ids of the only visible assets among those; null = all */
  readonly assets: readonly string[] | null;
}

/** The command line and jobs. */
export const OPERATOR: Actor = { accounts: null, assets: null };

/** The owner of a request: its API key. */
export interface Caller extends Actor {
  readonly keyId: string;
  readonly permissions: readonly string[];
  readonly isReadOnly: boolean;
  /** requests per minute, 0 = unlimited; null = the server's default */
  readonly rateLimit: number | null;
}

/** `service.*` grants every permission with that prefix, `service.units.*` those of one family (docs/contract/decisions.md, 2). */
export const isGranted = (permission: string, { permissions }: Pick<Caller, 'permissions'>): boolean =>
  permissions.some((held) => held === permission || (held.endsWith('.*') && permission.startsWith(held.slice(0, -1))));
