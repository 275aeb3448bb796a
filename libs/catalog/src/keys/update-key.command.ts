import { ApiKeyRepository, type Caller } from '@app/platform/auth';
import { Clock, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { UpdateKeyDto } from './key.dto.js';
import { ManagedKeys, requireOther } from './key.repository.js';
import { termsIn } from './key-terms.value.js';

/** Changes the name or terms of a key, within those of the calling one. Every server applies them within five seconds. */
export class UpdateKey extends Command<void> {
  constructor(
    readonly actor: Caller,
    readonly keyId: string,
    readonly changes: UpdateKeyDto,
  ) {
    super();
  }
}

@CommandHandler(UpdateKey)
export class UpdateKeyHandler implements ICommandHandler<UpdateKey> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly managed: ManagedKeys,
    private readonly keys: ApiKeyRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem 404, 409, 422 */
  execute({ actor, keyId, changes }: UpdateKey): Promise<void> {
    return this.work.run(async () => {
      const rights = await this.managed.rightsOf(actor);
      const key = await this.managed.lock(keyId, rights);
      const terms = termsIn(changes);
      if (Object.keys(terms).length > 0) requireOther(actor, keyId, 'change the rights of');
      key.requireUnrevoked();
      await this.managed.requireWithin(rights, terms, await this.clock.now());
      key.revise({ ...key.terms, ...terms });
      if (changes.name !== undefined) key.rename(changes.name);
      await this.keys.save(key);
    });
  }
}
