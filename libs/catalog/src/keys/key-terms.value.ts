import type { KeyTerms } from '@app/platform/auth';
import { omitUndefined } from '@app/platform/core';
import type { UpdateKeyDto } from './key.dto.js';

/** The terms that a request sends. */
export const termsIn = ({ permissions, accountIds, assetIds, isReadOnly, rateLimit, expiresAt }: UpdateKeyDto) =>
  omitUndefined({
    permissions,
    accounts: accountIds,
    assets: assetIds,
    isReadOnly,
    rateLimit,
    expiresAt: expiresAt && new Date(expiresAt),
  }) as Partial<KeyTerms>;
