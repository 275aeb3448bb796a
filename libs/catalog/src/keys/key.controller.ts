import type { Json } from '@app/platform/persistence';
import { body, Ctx, JsonResponse, Operation, param, type RequestContext, Resource, returns } from '@app/platform/rest';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { CreateKey, type IssuedKey } from './create-key.command.js';
import { CreateKeyDto, KEY_STATES, KeyDto, NewKeyDto, overlapOf, RotateKeyDto, UpdateKeyDto } from './key.dto.js';
import { ListKeys, ViewKey } from './key.queries.js';
import { RevokeKey } from './revoke-key.command.js';
import { RotateKey } from './rotate-key.command.js';
import { UpdateKey } from './update-key.command.js';

const access = { permission: 'keys.manage' };
const REVOKED = { key_revoked: 'Key 2 (Website) is revoked: create a new one instead' };
const OWN = (what: string) => ({
  own_key: `A key cannot ${what} itself, because nobody could undo it: send the request with another key`,
});

@Resource('keys', { tag: 'Keys', tables: { key: 'platform.api_key' }, extension: true })
export class KeyController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  @Operation('GET', '', {
    ...access,
    id: 'list-keys',
    description:
      'Lists the keys that may do no more than the calling key, by their first and last characters, with their last use. No operation returns a key itself again.',
    query: [param.choice('status', KEY_STATES, 'Only keys in this state.')],
    returns: returns.list(KeyDto),
  })
  list(@Ctx() { actor, query, page }: RequestContext<never, undefined, { status?: string }>) {
    return this.queries.execute(new ListKeys(actor, query, page));
  }

  @Operation('GET', 'own', {
    id: 'view-own-key',
    description: 'Returns what the calling key may do, so that a program offers nothing else. It needs no permission.',
    returns: returns.one(KeyDto),
  })
  viewOwn(@Ctx() { actor }: RequestContext) {
    return this.queries.execute(new ViewKey(actor, actor.keyId));
  }

  @Operation('GET', ':key', {
    ...access,
    id: 'view-key',
    description: 'Returns what one key may do.',
    returns: returns.one(KeyDto),
    examples: { key: '2' },
  })
  view(@Ctx() { actor, ids }: RequestContext<'key'>) {
    return this.queries.execute(new ViewKey(actor, ids.keyId));
  }

  @Operation('POST', '', {
    ...access,
    id: 'create-key',
    description:
      'Creates a key that may do no more than the calling key, and returns it once. Give each program its own key, with the fewest permissions, and an end if you know it.',
    body: body.json(CreateKeyDto),
    returns: returns.one(NewKeyDto),
  })
  async create(@Ctx() { actor, base, body }: RequestContext<never, CreateKeyDto>) {
    return this.issued(actor, base, await this.commands.execute(new CreateKey(actor, body)));
  }

  @Operation('PUT', ':key', {
    ...access,
    id: 'update-key',
    description:
      'Changes the name or the rights of a key, within those of the calling key. Every server applies them within five seconds. A key cannot change its own rights.',
    body: body.json(UpdateKeyDto),
    returns: returns.one(KeyDto),
    errors: { 409: { ...OWN('change the rights of'), ...REVOKED } },
    examples: { key: '2' },
  })
  async update(@Ctx() { actor, ids, body }: RequestContext<'key', UpdateKeyDto>) {
    await this.commands.execute(new UpdateKey(actor, ids.keyId, body));
    return this.queries.execute(new ViewKey(actor, ids.keyId));
  }

  @Operation('POST', ':key/rotate', {
    ...access,
    id: 'rotate-key',
    description:
      'Creates a successor with the same name and rights, and returns it once. The old key ends after the overlap, in which programs change over.',
    body: body.json(RotateKeyDto),
    returns: returns.one(NewKeyDto),
    errors: {
      403: { beyond_own_rights: 'The expires_at of the key exceeds that of the calling key' },
      409: { key_expired: 'Key 3 (Feed) is expired: create a new one instead', ...REVOKED },
    },
    examples: { key: '3' },
  })
  async rotate(@Ctx() { actor, base, ids, body }: RequestContext<'key', RotateKeyDto>) {
    const issued = await this.commands.execute(new RotateKey(actor, ids.keyId, overlapOf(body)));
    return this.issued(actor, base, issued);
  }

  @Operation('DELETE', ':key', {
    ...access,
    id: 'revoke-key',
    description:
      'Revokes a key for ever. Every server rejects it within five seconds. It stays in the list, for the audit trail.',
    query: [param.dryRun('`1` returns the key without revoking it.')],
    returns: returns.one(KeyDto),
    errors: { 409: OWN('revoke') },
    examples: { key: '4' },
  })
  async revoke(@Ctx() { actor, ids, query }: RequestContext<'key', unknown, { dryRun?: boolean }>) {
    await this.commands.execute(new RevokeKey(actor, ids.keyId, query.dryRun ?? false));
    return this.queries.execute(new ViewKey(actor, ids.keyId));
  }

  /** The response that shows a key once: a repetition by `Idempotency-Key` has null instead. */
  private async issued(actor: RequestContext['actor'], base: string, { id, secret }: IssuedKey): Promise<JsonResponse> {
    const viewed: Json = await this.queries.execute(new ViewKey(actor, id));
    const showing = (key: string | null) => JSON.stringify({ ...(JSON.parse(viewed.text) as object), key });
    return new JsonResponse(showing(secret), undefined, { Location: `${base}/v1/keys/${id}` }, showing(null));
  }
}
