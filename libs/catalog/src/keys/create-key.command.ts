import { ApiKey, ApiKeyRepository, type Caller, newSecret } from '@app/platform/auth';
import { Clock, UnitOfWork } from '@app/platform/persistence';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CreateKeyDto } from './key.dto.js';
import { ManagedKeys } from './key.repository.js';
import { termsIn } from './key-terms.value.js';

/** A new key. The service stores only the hash of the secret. */
export interface IssuedKey {
  id: string;
  secret: string;
}

/** Creates a key that may do no more than the calling one. */
export class CreateKey extends Command<IssuedKey> {
  constructor(
    readonly actor: Caller,
    readonly fields: CreateKeyDto,
  ) {
    super();
  }
}

@CommandHandler(CreateKey)
export class CreateKeyHandler implements ICommandHandler<CreateKey> {
  constructor(
    private readonly work: UnitOfWork,
    private readonly managed: ManagedKeys,
    private readonly keys: ApiKeyRepository,
    private readonly clock: Clock,
  ) {}

  execute({ actor, fields }: CreateKey): Promise<IssuedKey> {
    return this.work.run(async () => {
      const rights = await this.managed.rightsOf(actor);
      const terms = { ...rights.terms, isReadOnly: false, ...termsIn(fields) };
      await this.managed.requireWithin(rights, terms, await this.clock.now());
      const secret = newSecret();
      const { id } = await this.keys.add(new ApiKey(fields.name, secret, terms));
      return { id, secret };
    });
  }
}
