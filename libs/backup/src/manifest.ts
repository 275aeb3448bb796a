export const FORMAT = 'property-map-service-backup';
export const FORMAT_VERSION = 1;
/** Path of the manifest, the last member of the archive. */
export const MANIFEST = 'manifest.json';

/** A file in the archive. */
export interface Member {
  path: string;
  /** bytes */
  size: number;
  /** in hexadecimal */
  sha256: string;
}

export interface BackedUpTable {
  schema: string;
  table: string;
  columns: string[];
  rows: number;
}

export interface Sequence {
  /** qualified and quoted: `catalog.asset_id_seq` */
  name: string;
  lastValue: string;
}

/** The content of an archive; see docs/operations/backup.md. */
export interface Manifest {
  format: typeof FORMAT;
  version: number;
  /** time of the snapshot, by the clock of the database */
  createdAt: string;
  postgres: string;
  /** names, in the order of the migration registry */
  migrations: string[];
  tables: BackedUpTable[];
  sequences: Sequence[];
  /** stored files that the database references but that were missing or damaged in the file store */
  missingFiles: string[];
  members: Member[];
}

const TABLES = 'tables/';
const FILES = 'files/';

export const tableFolder = ({ schema, table }: Pick<BackedUpTable, 'schema' | 'table'>): string =>
  `${TABLES}${schema}.${table}/`;
export const chunkPath = (table: BackedUpTable, number: number): string =>
  `${tableFolder(table)}${String(number).padStart(6, '0')}.copy.gz`;

export const filePath = (name: string): string => FILES + name;
export const fileNameOf = (path: string): string | undefined =>
  path.startsWith(FILES) ? path.slice(FILES.length) : undefined;
