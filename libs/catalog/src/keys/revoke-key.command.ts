import { ApiKeyRepository, type Caller } from '@app/platform/auth';
import { Clock, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ManagedKeys, requireOther } from './key.repository.js';

/** Revokes a key. Every server rejects it within five seconds. */
export class RevokeKey extends Command<void> {
  constructor(
    readonly actor: Caller,
    readonly keyId: string,
    readonly isDryRun: boolean,
  ) {
    super();
  }
}

@CommandHandler(RevokeKey)
export class RevokeKeyHandler implements ICommandHandler<RevokeKey> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly managed: ManagedKeys,
    private readonly keys: ApiKeyRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem 404, 409 */
  execute({ actor, keyId, isDryRun }: RevokeKey): Promise<void> {
    return this.work.run(async () => {
      const key = await this.managed.lock(keyId, await this.managed.rightsOf(actor));
      requireOther(actor, keyId, 'revoke');
      if (isDryRun) return;
      key.revoke(await this.clock.now());
      await this.keys.save(key);
    });
  }
}
