import { isGranted, type KeyTerms } from '@app/platform/auth';
import { type FieldErrors, timeText } from '@app/platform/core';

/** What a key may give to others: never more than it may do itself. */
export class KeyRights {
  constructor(
    readonly terms: KeyTerms,
    /** requests a minute of keys without a limit of their own; 0 = no limit */
    private readonly defaultRate: number,
  ) {}

  /** The terms that are beyond these rights, by field. */
  errors({ permissions, accounts, assets, expiresAt, rateLimit }: Partial<KeyTerms>): FieldErrors {
    const errors: FieldErrors = {};
    const own = this.terms;
    permissions?.forEach((permission, at) => {
      if (!isGranted(permission, own)) errors[`permissions.${at}`] = ['is not a permission of the calling key'];
    });
    if (!isWithin(accounts, own.accounts)) errors['account_ids'] = [`must be among those of the calling key`];
    if (!isWithin(assets, own.assets)) errors['asset_ids'] = [`must be among those of the calling key`];
    if (own.expiresAt && expiresAt !== undefined && (expiresAt === null || expiresAt > own.expiresAt))
      errors['expires_at'] = [`must not be later than that of the calling key, ${timeText(own.expiresAt.getTime())}`];
    if (rateLimit !== undefined && this.rate(rateLimit) > this.rate(own.rateLimit))
      errors['rate_limit'] = [`must not exceed that of the calling key, ${this.rate(own.rateLimit)} a minute`];
    return errors;
  }

  private rate(limit: number | null): number {
    return (limit ?? this.defaultRate) || Infinity;
  }
}

/** @param given undefined = not changed, null = all */
const isWithin = (given: readonly string[] | null | undefined, own: readonly string[] | null): boolean =>
  given === undefined || own === null || (given !== null && given.every((id) => own.includes(id)));
