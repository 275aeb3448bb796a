export { createBackup } from './backup.js';
export { type OpenBackup, openBackup, restoreBackup } from './restore.js';
export type { Manifest } from './manifest.js';
export { BackupFolder } from './backup-folder.js';
export { BackupJob } from './backup.job.js';
export { BackupModule } from './backup.module.js';
