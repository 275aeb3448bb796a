import { Module } from '@nestjs/common';
import { BackupJob } from './backup.job.js';

/** The schedule of backups; what it stands on is of the platform. */
@Module({ providers: [BackupJob] })
export class BackupModule {}
