/** The issuer of a command or query. */
export interface Actor {
  /** ids of the visible accounts; null = all accounts, and assets without an account */
  readonly accounts: readonly string[] | null;
  /** ids of the only visible assets among those; null = all */
  readonly assets: readonly string[] | null;
}

/** The command line and jobs. */
export const OPERATOR: Actor = { accounts: null, assets: null };

/** The owner of a request: permissions and visible accounts of its API key. */
export class Caller implements Actor {
  constructor(
    readonly keyId: string,
    readonly permissions: readonly string[],
    readonly accounts: readonly string[] | null,
    /** requests per minute, 0 = unlimited; null = the server's default */
    readonly rateLimit: number | null = null,
    readonly assets: readonly string[] | null = null,
    readonly isReadOnly = false,
  ) {}

  /** `service.*` grants every permission with that prefix, `service.units.*` those of one family (docs/contract/decisions.md, 2). */
  may(permission: string): boolean {
    return this.permissions.some(
      (held) => held === permission || (held.endsWith('.*') && permission.startsWith(held.slice(0, -1))),
    );
  }
}
