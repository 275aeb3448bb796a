import { Module } from '@nestjs/common';
import { BackupJob } from './backup.job.js';

/** Scheduled backups. */
@Module({ providers: [BackupJob] })
export class BackupModule {}
