export * from './1763600600000-viewer.js';
export * from './1763610100000-viewer-changes.js';
export * from './1763611400000-due-builds.js';
export * from './1763900200000-viewer-views.js';
export * from './1764000100000-file-urls.js';
export * from './1764800100000-viewer-outbox.js';
export * from './1764900100000-request-snapshots.js';
