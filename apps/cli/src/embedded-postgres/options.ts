export interface EmbeddedOptions {
  /** name of the database, created if missing; default `app` */
  database?: string;
  /** turns fsync off, for tests, whose data may be lost */
  fast?: boolean;
  /** default 100 */
  maxConnections?: number;
  /** interval between checks of the log's length, in milliseconds; default one minute */
  logCheckMs?: number;
  /** stops the creation and the start of the server */
  signal?: AbortSignal;
  /** receives a sentence about a slow step or an error in the background */
  onProgress?: (text: string) => void;
}
