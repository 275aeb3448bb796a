import { DISTINCT, MAX_RATE_LIMIT } from '@app/platform/core';
import { Bool, Id, Identified, Int32, OneOf, PartialType, Shape, Text, Timestamp } from '@app/platform/rest';
import { ApiSchema, IntersectionType, OmitType } from '@nestjs/swagger';

export const KEY_STATES = ['valid', 'expired', 'revoked'];

const PERMISSIONS = {
  type: 'array',
  [DISTINCT]: true,
  minItems: 1,
  maxItems: 100,
  items: { type: 'string', maxLength: 255, pattern: '^[a-z]+(-[a-z]+)*(\\.[a-z]+(-[a-z]+)*)*(\\.\\*)?$' },
};
const IDS = {
  type: ['array', 'null'],
  [DISTINCT]: true,
  minItems: 1,
  maxItems: 1000,
  items: { type: 'string', maxLength: 255, format: 'text' },
};
const TEXTS = { type: 'array', items: { type: 'string' } };
const OVERLAP = { default: 24, max: 9999 };

export class CreateKeyDto {
  @Text({ max: 255, example: 'Website', description: 'What the key is for' }) name: string;
  @Shape(PERMISSIONS, {
    example: ['service.units.read', 'service.pricing.read'],
    description:
      'What the key may do: permissions of the calling key, such as `service.units.read`, or `service.units.*` for all of units',
  })
  permissions: string[];
  @Shape(IDS, {
    optional: true,
    example: null,
    description: 'Accounts whose assets it sees; null means all. By default, those of the calling key',
  })
  accountIds?: string[] | null;
  @Shape(IDS, {
    optional: true,
    example: null,
    description:
      'The only assets that it sees, among those of its accounts; null means all. By default, those of the calling key. A key for chosen assets sees no accounts and embeds',
  })
  assetIds?: string[] | null;
  @Bool({
    optional: true,
    example: true,
    description: 'Whether it may only read, whatever its permissions; default false',
  })
  isReadOnly?: boolean;
  @Int32({
    optional: true,
    nullable: true,
    min: 0,
    max: MAX_RATE_LIMIT,
    example: null,
    description:
      'Requests a minute; 0 means no limit, null the default of the server. By default, that of the calling key',
  })
  rateLimit?: number | null;
  @Timestamp({
    optional: true,
    nullable: true,
    example: null,
    description: 'When it ends; null means never. By default, when the calling key ends',
  })
  expiresAt?: string | null;
}

export class UpdateKeyDto extends PartialType(CreateKeyDto) {}

export class RotateKeyDto {
  @Int32({
    optional: true,
    min: 0,
    max: OVERLAP.max,
    example: OVERLAP.default,
    description: `Hours for which the old key stays valid; default ${OVERLAP.default}`,
  })
  overlapHours?: number;
}

export const overlapOf = ({ overlapHours = OVERLAP.default }: RotateKeyDto): number => overlapHours;

class KeyTermsDto {
  @Text({ max: 255, example: 'Website', description: 'What the key is for' }) name: string;
  @Shape(TEXTS, { example: ['service.units.read', 'service.pricing.read'], description: 'What the key may do' })
  permissions: string[];
  @Shape(TEXTS, { nullable: true, example: ['1'], description: 'Accounts whose assets it sees; null: all' })
  accountIds: string[] | null;
  @Shape(TEXTS, {
    nullable: true,
    example: null,
    description: 'The only assets that it sees; null: all of its accounts',
  })
  assetIds: string[] | null;
  @Bool({ example: true, description: 'Whether it may only read' }) isReadOnly: boolean;
  @Int32({ nullable: true, example: null, description: 'Requests a minute; 0: no limit, null: default of the server' })
  rateLimit: number | null;
  @Timestamp({ nullable: true, example: null, description: 'When it ends; null: never' }) expiresAt: string | null;
}

@ApiSchema({ description: 'An API key: what it may do, never the key itself.' })
export class KeyDto extends IntersectionType(Identified, KeyTermsDto) {
  @Text({ filled: false, example: 'pms_3kZ9', description: 'First characters of the key; empty if they are not known' })
  prefix: string;
  @Text({ filled: false, example: 'x7Qa', description: 'Last characters of the key' }) lastCharacters: string;
  @OneOf(KEY_STATES, { example: 'valid', description: 'Whether it can be used' }) status: string;
  @Timestamp({ nullable: true, example: null, description: 'When it was revoked' }) revokedAt: string | null;
  @Timestamp({ description: 'When it was created' }) createdAt: string;
  @Timestamp({
    nullable: true,
    sometimes: true,
    description: 'When it was last used, to the minute; only in lists, because use is not a change of the key',
  })
  lastUsedAt: string | null;
}

@ApiSchema({ description: 'A new API key.' })
export class NewKeyDto extends OmitType(KeyDto, ['lastUsedAt']) {
  @Id({
    nullable: true,
    example: 'pms_3kZ9rV0cJm1YtB8eLw5uHs2DxNq7Ga4oPf6iZx7Qa',
    description:
      'The key itself, shown only here: the service stores its hash. Null when an `Idempotency-Key` repeats the response',
  })
  key: string | null;
}
