import { Injectable, Logger } from '@nestjs/common';
import { Problem, unavailable } from '../core/errors.js';
import { Database } from '../persistence/database.js';
import { UnitOfWork } from '../persistence/unit-of-work.js';
import { FileContent } from './file-content.js';
import { FileStore } from './file-store.js';
import type { Upload } from './upload.js';

type AnyContent = FileContent<Buffer | Upload>;

/**
 * Rows in the order of their names, so that two who keep the same files do not wait for each other in a circle. A row is
 * locked also when it stays as it is; rewriting it would be a conflict for all who keep the file in a snapshot.
 */
const RECORD = `insert into kernel.stored_file as file (name)
  select name from unnest(:names::text[]) name order by name
  on conflict (name) do update set unnamed_since = null where file.unnamed_since is not null`;

/**
 * Keeps what contexts name in columns with a foreign key to `kernel.stored_file (name)`; a file that no such column
 * names any more is collected. Declare the key `deferrable initially deferred`, so that `keep` can come last. A column of
 * several names (`text[]`) has no key, but the comment `names of stored files`.
 */
@Injectable()
export class Files {
  private readonly logger = new Logger(Files.name);

  constructor(
    private readonly database: Database,
    private readonly work: UnitOfWork,
    private readonly store: FileStore,
  ) {}

  /**
   * Stores files as part of a unit of work, as its last step: what is refused before stores nothing.
   * Anything else than a file is passed over, so that fields can be handed in as they are.
   */
  async keep(...fields: unknown[]): Promise<void> {
    const files = new Map(
      fields.filter((field): field is AnyContent => field instanceof FileContent).map((file) => [file.name, file]),
    );
    if (files.size === 0) return;
    // From here to the commit, nobody collects these names.
    await this.database.execute(RECORD, { names: [...files.keys()] });
    for (const file of files.values()) await this.put(file);
  }

  /**
   * Stores a large file before the unit of work whose `keep` will find it there, so that no transaction waits for the
   * store. When that one never comes, the file is collected.
   */
  async stage(file: AnyContent): Promise<void> {
    if (this.database.inTransaction) return;
    await this.work.run(() => this.database.execute(RECORD, { names: [file.name] }));
    await this.put(file);
  }

  private async put({ name, bytes }: AnyContent): Promise<void> {
    const size = Buffer.isBuffer(bytes) ? bytes.length : bytes.size;
    try {
      if ((await this.store.size(name)) !== size) await this.store.put(name, bytes);
    } catch (error) {
      if (error instanceof Problem) throw error;
      this.logger.error({ name, text: String(error) }, 'A file could not be stored');
      throw unavailable('Files cannot be stored at the moment');
    }
  }
}
