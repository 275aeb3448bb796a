import { Inject } from '@nestjs/common';
import { Scheduled, ScheduledJob } from '../persistence/jobs/scheduled-job.js';
import { FileStore } from './file-store.js';

const EVERY_MS = 60 * 60_000;
const BATCH_SIZE = 1_000;

export const ADOPT = `insert into platform.stored_file (name, unnamed_since)
  select name, platform.now() from unnest(:names::text[]) name order by name
  on conflict do nothing`;

/** Adds rows for files without one, left by a process killed between storing and committing, so that they are collected. */
@Scheduled('adopt-files', EVERY_MS)
export class AdoptFilesJob extends ScheduledJob {
  @Inject(FileStore) private readonly store: FileStore;

  override async run(): Promise<void> {
    let names: string[] = [];
    const record = async (): Promise<void> => {
      await this.work.run(() => this.database.execute(ADOPT, { names }));
      names = [];
    };
    for await (const name of this.store.names()) if (names.push(name) === BATCH_SIZE) await record();
    if (names.length > 0) await record();
  }
}
