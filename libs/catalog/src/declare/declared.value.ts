/** What became of a declared thing. */
export interface Declared {
  id: string;
  made: 'created' | 'changed' | 'unchanged';
}

/** What was there beyond a declaration, and is gone. */
export interface Gone {
  id: string;
  name: string;
}

/** A table of things of an asset, whose rows can be declared. */
export interface DeclaredTable {
  table: string;
  /** SQL types of the columns that a declaration gives, named as on the wire */
  columns: Record<string, string>;
  /** the columns by which a thing is found within its asset; the last one is named when that is ambiguous */
  key: string[];
  /** SQL of what a new row has where its declaration gives nothing */
  defaults?: Record<string, string>;
  /** a column that never changes once a row is there */
  fixed?: string;
}

/** Fields by column. A file that a column names is given as its content; it is kept. */
export type DeclaredRow = Record<string, unknown>;
