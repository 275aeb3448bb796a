import { ApiKeyRepository, type Caller, newSecret } from '@app/platform/auth';
import { Problem } from '@app/platform/core';
import { Clock, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { IssuedKey } from './create-key.command.js';
import { ManagedKeys } from './key.repository.js';

const HOUR_MS = 3_600_000;

/** Creates a successor of a key with the same terms. The old key ends after the overlap. */
export class RotateKey extends Command<IssuedKey> {
  constructor(
    readonly actor: Caller,
    readonly keyId: string,
    readonly overlapHours: number,
  ) {
    super();
  }
}

@CommandHandler(RotateKey)
export class RotateKeyHandler implements ICommandHandler<RotateKey> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly managed: ManagedKeys,
    private readonly keys: ApiKeyRepository,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem 403, 404, 409 */
  execute({ actor, keyId, overlapHours }: RotateKey): Promise<IssuedKey> {
    return this.work.run(async () => {
      const rights = await this.managed.rightsOf(actor);
      const key = await this.managed.lock(keyId, rights);
      const [beyond] = Object.keys(rights.errors(key.terms));
      if (beyond !== undefined)
        throw new Problem('forbidden', 'beyond_own_rights', `The ${beyond} of the key exceeds that of the calling key`);
      const secret = newSecret();
      const successor = key.rotate(secret, await this.clock.now(), overlapHours * HOUR_MS);
      await this.keys.save(key);
      return { id: (await this.keys.add(successor)).id, secret };
    });
  }
}
