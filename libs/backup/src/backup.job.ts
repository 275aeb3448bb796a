import { type BackupSettings, type Job, Jobs, Metrics, SETTINGS, type Settings } from '@app/platform/core';
import { FileStore } from '@app/platform/files';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { CronJob } from 'cron';
import { createBackup } from './backup.js';
import { BackupBusyError } from './backup-error.js';
import { BackupFolder } from './backup-folder.js';

/** Creates backups on BACKUP_SCHEDULE. Of several replicas that share a folder, one creates the backup. */
@Injectable()
export class BackupJob implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(BackupJob.name);
  private readonly job: Job;
  private readonly stop = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly store: FileStore,
    private readonly scheduler: SchedulerRegistry,
    jobs: Jobs,
    metrics: Metrics,
  ) {
    this.job = jobs.register('backup');
    const { backup } = settings;
    metrics.gauge('backup_last_success_timestamp_seconds', 'When the newest scheduled backup was made', async () => {
      const newest = backup && (await new BackupFolder(backup.dir).newest());
      return newest && newest.madeAt.getTime() / 1000;
    });
  }

  onApplicationBootstrap(): void {
    const { backup } = this.settings;
    if (!backup) return;
    const cron = CronJob.from({
      cronTime: backup.schedule,
      timeZone: 'UTC',
      waitForCompletion: true, // skips the times at which a backup is still running
      onTick: () => this.run(backup, new Date()),
    });
    this.scheduler.addCronJob('backup', cron);
    cron.start();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.running;
  }

  /** Never rejects: failures are logged. */
  run(backup: BackupSettings, at: Date): Promise<void> {
    this.running = this.job
      .run(() => this.make(backup, at))
      .catch((error: unknown) => this.logger.error({ text: String(error) }, 'The scheduled backup failed'));
    return this.running;
  }

  private async make({ dir, keep }: BackupSettings, at: Date): Promise<void> {
    const folder = new BackupFolder(dir);
    const path = folder.pathAt(at);
    try {
      const { databaseUrl } = this.settings;
      const isMade = () => folder.has(path, at);
      const options = { databaseUrl, store: this.store, path, isMade, signal: this.stop.signal };
      const { missingFiles, ...made } = await createBackup(options);
      if (missingFiles.length > 0) {
        this.logger.error({ missingFiles }, 'Files in the file store are missing or damaged');
        throw new Error(`${await folder.setAside(path)} is incomplete: it lacks ${missingFiles.length} stored files`);
      }
      this.logger.log(made, 'Backup created');
    } catch (error) {
      if (error instanceof BackupBusyError) return this.logger.log(`Backup skipped: ${error.message}`);
      throw error;
    }
    await folder.prune(keep);
  }
}
