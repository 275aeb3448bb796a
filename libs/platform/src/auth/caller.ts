/** Who gives a command or asks a query. */
export interface Actor {
  /** Ids of the accounts it sees; null = all of them, and assets without an account too. */
  readonly accounts: readonly string[] | null;
}

/** Who works on the service's own machine: the command line, and jobs. */
export const OPERATOR: Actor = { accounts: null };

/** Who calls: what an API key may do, and whose things it sees. */
export class Caller implements Actor {
  private readonly granted = new Map<string, boolean>();

  constructor(
    readonly keyId: string,
    readonly name: string,
    readonly permissions: readonly string[],
    readonly accounts: readonly string[] | null,
    /** requests a minute, 0 = no limit; null = as the server is set */
    readonly rateLimit: number | null = null,
  ) {}

  /** `service.*` grants all, `service.units.*` a family (decisions, section 2). */
  may(permission: string): boolean {
    let answer = this.granted.get(permission);
    if (answer === undefined) {
      answer = this.permissions.some(
        (held) => held === permission || (held.endsWith('.*') && permission.startsWith(held.slice(0, -1))),
      );
      this.granted.set(permission, answer);
    }
    return answer;
  }
}
