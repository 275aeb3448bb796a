export * from './1763600400000-mapping.js';
export * from './1763607900000-mapping-keys-with-asset.js';
export * from './1763611500000-mapping-changes.js';
export * from './1763900000000-embed-prices-origins.js';
export * from './1764800200000-mapping-outbox.js';
