import { Inject, Injectable, Logger } from '@nestjs/common';
import pg from 'pg';
import { FileStore } from '../files/file-store.js';
import { Database } from '../persistence/database.js';
import { type Difference, difference, RECORDED } from '../persistence/migration-book.js';
import { sqlState } from '../persistence/sql-faults.js';
import type { Settings } from '../settings.js';
import { SETTINGS } from '../tokens.js';

/** What this process needs to do its work. */
export const PARTS = ['database', 'migrations', 'files'] as const;
export type Parts = Record<(typeof PARTS)[number], boolean>;

/** Milliseconds: how long a part may take to answer, and for how long what was found holds, whoever asks. */
const WITHIN = 3_000;
const HOLDS = 1_000;
const FILES_HOLD = 15_000;

const UNDEFINED_TABLE = '42P01';

/** Whether this process can do its work. */
@Injectable()
export class Health {
  private readonly logger = new Logger(Health.name);
  private found: { at: number; parts: Promise<Parts> } | undefined;
  private filesWereFine = -Infinity;
  private ending = false;

  constructor(
    private readonly database: Database,
    private readonly store: FileStore,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** From now on proxies shall send requests elsewhere. */
  end(): void {
    this.ending = true;
  }

  get isEnding(): boolean {
    return this.ending;
  }

  /** Asks each part anew, but once a second at most: the question needs no key. */
  parts(): Promise<Parts> {
    const now = performance.now();
    if (!this.found || now - this.found.at > HOLDS) this.found = { at: now, parts: this.ask() };
    return this.found.parts;
  }

  /**
   * Over a connection of its own, because a pool that is busy is not a database that is gone.
   * @throws errors of the connection
   */
  async migrations(): Promise<Difference> {
    const client = new pg.Client({
      connectionString: this.settings.databaseUrl,
      connectionTimeoutMillis: WITHIN,
      query_timeout: WITHIN,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const { rows } = await client.query<{ name: string }>(RECORDED);
      const recorded = rows.map(({ name }) => name);
      return difference(this.database.source, recorded);
    } catch (error) {
      if (sqlState(error) === UNDEFINED_TABLE) return difference(this.database.source, []);
      throw error;
    } finally {
      client.end().catch(() => undefined);
    }
  }

  private async ask(): Promise<Parts> {
    const [migrations, files] = await Promise.all([
      this.tried('database', () => this.migrations()),
      this.tried('files', () => this.storeIsWritable()),
    ]);
    return { database: migrations !== undefined, migrations: migrations?.missing.length === 0, files: files === true };
  }

  private async storeIsWritable(): Promise<true> {
    if (performance.now() - this.filesWereFine < FILES_HOLD) return true;
    await this.store.check();
    this.filesWereFine = performance.now();
    return true;
  }

  /** The reason is for the log alone. */
  private async tried<T>(part: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await within(work());
    } catch (error) {
      this.logger.warn({ part, text: String(error) }, 'Not ready');
      return undefined;
    }
  }
}

async function within<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${WITHIN} ms`)), WITHIN);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
