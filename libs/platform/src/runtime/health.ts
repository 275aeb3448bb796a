import { Inject, Injectable, Logger } from '@nestjs/common';
import { FileStore } from '../files/file-store.js';
import { Database } from '../persistence/connection/database.js';
import { compareSchema } from '../persistence/connection/migration-registry.js';
import { SETTINGS, type Settings } from '../core/settings/settings.js';
import { cachedFor } from '../core/timing/cached-for.js';
import { withTimeout } from '../core/timing/with-timeout.js';

export const PARTS = ['database', 'migrations', 'files'] as const;
export type Parts = Record<(typeof PARTS)[number], boolean>;

/** Milliseconds: timeout of a check, and how long a result is reused. */
const TIMEOUT = 3_000;
const MAX_AGE = 1_000;
const FILES_MAX_AGE = 15_000;

/** Readiness of this process. */
@Injectable()
export class Health {
  private readonly logger = new Logger(Health.name);
  private filesCheckedAt = -Infinity;
  /** Set when the server stops: readiness ends, so that load balancers send requests elsewhere. */
  isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly store: FileStore,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Checks each dependency, at most once a second, because the endpoint is public. */
  readonly parts = cachedFor(MAX_AGE, () => this.checkAll());

  private async checkAll(): Promise<Parts> {
    const [migrations, files] = await Promise.all([
      this.check('database', () => compareSchema(this.settings.databaseUrl, this.known())),
      this.check('files', () => this.storeIsWritable()),
    ]);
    return { database: migrations !== undefined, migrations: migrations?.missing.length === 0, files: files === true };
  }

  private known(): string[] {
    return this.database.source.migrations.map(({ name }) => name!);
  }

  private async storeIsWritable(): Promise<true> {
    if (performance.now() - this.filesCheckedAt < FILES_MAX_AGE) return true;
    await this.store.check();
    this.filesCheckedAt = performance.now();
    return true;
  }

  /** Logs the reason, which the response does not reveal. */
  private async check<T>(part: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await withTimeout(TIMEOUT, work());
    } catch (error) {
      this.logger.warn({ part, text: String(error) }, 'Not ready');
      return undefined;
    }
  }
}
