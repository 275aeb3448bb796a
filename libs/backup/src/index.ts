export { type Backup, type BackupOptions, createBackup } from './backup.js';
export { BackupError } from './backup-error.js';
export { type OpenBackup, openBackup, type RestoreOptions, restoreBackup } from './restore.js';
export type { Manifest } from './manifest.js';
export { BackupFolder } from './backup-folder.js';
export { BackupJob } from './backup.job.js';
export { BackupModule } from './backup.module.js';
