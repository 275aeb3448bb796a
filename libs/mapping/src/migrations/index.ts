import { Mapping1763600400000 } from './1763600400000-mapping.js';
import { MappingKeysWithAsset1763607900000 } from './1763607900000-mapping-keys-with-asset.js';
import { MappingChanges1763611500000 } from './1763611500000-mapping-changes.js';
import { EmbedPricesOrigins1763900000000 } from './1763900000000-embed-prices-origins.js';
import { MappingOutbox1764800200000 } from './1764800200000-mapping-outbox.js';

export const mappingMigrations = [
  Mapping1763600400000,
  MappingKeysWithAsset1763607900000,
  MappingChanges1763611500000,
  EmbedPricesOrigins1763900000000,
  MappingOutbox1764800200000,
];
