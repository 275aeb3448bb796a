import { Injectable, Logger } from '@nestjs/common';
import { Problem, unavailable } from '../core/model/errors.js';
import { Database } from '../persistence/connection/database.js';
import { UnitOfWork } from '../persistence/aggregates/unit-of-work.js';
import { FileContent } from './file-content.js';
import { FileStore } from './file-store.js';
import type { Upload } from './upload.js';

type AnyContent = FileContent<Buffer | Upload>;

/**
 * Rows are written in the order of their names, so that transactions keeping the same files cannot deadlock. An unchanged row
 * is locked but not rewritten, because a rewrite would conflict with every transaction that keeps the file in a snapshot.
 */
const RECORD = `insert into platform.stored_file as file (name)
  select name from unnest(:names::text[]) name order by name
  on conflict (name) do update set unnamed_since = null where file.unnamed_since is not null`;

/**
 * Stores files that contexts reference in columns with a foreign key to `platform.stored_file (name)`; unreferenced files are
 * collected. Declare the key `deferrable initially deferred`, so that `keep` can come last. An array of names (`text[]`)
 * carries the comment `names of stored files` instead of a key.
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
   * Stores files as the last step of a unit of work, so that a rejected request stores nothing.
   * @param fields values that are not files are ignored
   */
  async keep(...fields: unknown[]): Promise<void> {
    const files = new Map(
      fields.filter((field): field is AnyContent => field instanceof FileContent).map((file) => [file.name, file]),
    );
    if (files.size === 0) return;
    // The locked rows keep the collector away until the commit.
    await this.database.execute(RECORD, { names: [...files.keys()] });
    await Promise.all([...files.values()].map((file) => this.put(file))); // a transaction may not idle for long
  }

  /**
   * Stores a large file before the unit of work that keeps it, so that no transaction waits for the store. The file is
   * collected when no unit of work keeps it.
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
