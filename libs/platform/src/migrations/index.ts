export * from './1763600000000-kernel.js';
export * from './1763600700000-answers.js';
export * from './1763700100000-audit.js';
export * from './1763801100000-noted-changes.js';
export * from './1763802100000-rate-limits.js';
export * from './1764800000000-outbox.js';
export * from './1764900000000-changed-tables.js';
