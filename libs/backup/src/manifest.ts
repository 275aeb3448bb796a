import { compileSchema, type JsonSchema } from '@app/platform/core';
import { isFileName } from '@app/platform/files';
import { BackupError } from './backup-error.js';

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
  /** names, in the order of the values of a row */
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

const NAME: JsonSchema = { type: 'string', minLength: 1 };
const NAMES: JsonSchema = { type: 'array', items: NAME };
const COUNT: JsonSchema = { type: 'integer', minimum: 0 };

const object = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const listOf = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: 'array', items: object(properties) });

const SCHEMA = object({
  createdAt: NAME,
  postgres: NAME,
  migrations: NAMES,
  tables: listOf({ schema: NAME, table: NAME, columns: NAMES, rows: COUNT }),
  sequences: listOf({ name: NAME, lastValue: { type: 'string', pattern: '^-?\\d{1,19}$' } }),
  missingFiles: NAMES,
  members: listOf({ path: NAME, size: COUNT, sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' } }),
});

/**
 * Parses the manifest of an archive that anyone may have written.
 * @param sizes bytes of each member of the archive, by path
 * @throws BackupError for an unknown format, and if it does not describe exactly these members
 */
export function parseManifest(text: string, sizes: ReadonlyMap<string, number>): Manifest {
  const manifest = parsed(text) as Manifest;
  if (manifest?.format !== FORMAT) throw new BackupError('The file is not a backup of this service');
  if (manifest.version !== FORMAT_VERSION)
    throw new BackupError(`The backup has format ${String(manifest.version)}: restore it with a newer version`);
  const [field, [error] = []] = Object.entries(compileSchema(SCHEMA)(manifest)?.errors ?? {})[0] ?? [];
  if (error) throw invalid(`${field} ${error}`);
  const folders = manifest.tables.map(tableFolder);
  for (const { path, size } of manifest.members) {
    const file = fileNameOf(path);
    const isKnown = file === undefined ? folders.includes(path.slice(0, path.lastIndexOf('/') + 1)) : isFileName(file);
    if (!isKnown) throw invalid(`"${path}" belongs to no table and is no stored file`);
    if (sizes.get(path) !== size) throw invalid(`"${path}" is not in the file with its size`);
  }
  const listed = new Set(manifest.members.map(({ path }) => path));
  if (listed.size < manifest.members.length || listed.size < sizes.size)
    throw invalid('it does not list each member of the file once');
  return manifest;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('it is not JSON');
  }
}

const invalid = (reason: string) => new BackupError(`The manifest of the backup is invalid: ${reason}`);
