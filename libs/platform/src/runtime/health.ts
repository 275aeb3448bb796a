import { Inject, Injectable, Logger } from '@nestjs/common';
import { FileStore } from '../files/file-store.js';
import { Database } from '../persistence/database.js';
import { compareSchema } from '../persistence/migration-registry.js';
import type { Settings } from '../core/settings.js';
import { SETTINGS } from '../core/tokens.js';
import { withTimeout } from '../core/with-timeout.js';

/** What this process needs to do its work. */
export const PARTS = ['database', 'migrations', 'files'] as const;
export type Parts = Record<(typeof PARTS)[number], boolean>;

/** Milliseconds: how long a part may take to answer, and for how long what was found holds, whoever asks. */
const WITHIN = 3_000;
const HOLDS = 1_000;
const FILES_HOLD = 15_000;

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

  private async ask(): Promise<Parts> {
    const [migrations, files] = await Promise.all([
      this.tried('database', () => compareSchema(this.settings.databaseUrl, this.known())),
      this.tried('files', () => this.storeIsWritable()),
    ]);
    return { database: migrations !== undefined, migrations: migrations?.missing.length === 0, files: files === true };
  }

  private known(): string[] {
    return this.database.source.migrations.map(({ name }) => name!);
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
      return await withTimeout(WITHIN, work());
    } catch (error) {
      this.logger.warn({ part, text: String(error) }, 'Not ready');
      return undefined;
    }
  }
}
