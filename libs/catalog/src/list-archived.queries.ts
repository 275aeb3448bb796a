import { type Actor } from '@app/platform/auth';
import { type JsonPage, type PageRequest } from '@app/platform/persistence';
import { Query } from '@nestjs/cqrs';

/** What can be archived. */
export type Archivable = 'asset' | 'account';

/** Lists the assets or accounts that are archived and can be restored. Its handler is in `archive`, which depends on both of them. */
export class ListArchived extends Query<JsonPage> {
  constructor(
    readonly kind: Archivable,
    readonly actor: Actor,
    readonly page: PageRequest,
    readonly filesUrl: string,
  ) {
    super();
  }
}
