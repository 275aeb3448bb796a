/** A backup cannot be created or restored; the message is one line for the operator. */
export class BackupError extends Error {}

export class BackupBusyError extends BackupError {}
