import { Audit1763700100000 } from './1763700100000-audit.js';
import { Kernel1763600000000 } from './1763600000000-kernel.js';
import { Answers1763600700000 } from './1763600700000-answers.js';
import { NotedChanges1763801100000 } from './1763801100000-noted-changes.js';
import { RateLimits1763802100000 } from './1763802100000-rate-limits.js';
import { Outbox1764800000000 } from './1764800000000-outbox.js';
import { ChangedTables1764900000000 } from './1764900000000-changed-tables.js';

export const platformMigrations = [
  Kernel1763600000000,
  Answers1763600700000,
  Audit1763700100000,
  NotedChanges1763801100000,
  RateLimits1763802100000,
  Outbox1764800000000,
  ChangedTables1764900000000,
];
