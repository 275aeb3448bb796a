export interface EmbeddedOptions {
  /** Created when it does not exist; `app` unless given. */
  database?: string;
  /** Without any fsync: for servers whose data may be lost, that is, tests. */
  fast?: boolean;
  /** 100 unless given. */
  maxConnections?: number;
  /** How often the length of the log is looked at; every minute unless given. Milliseconds. */
  logCheckMs?: number;
  /** Receives a sentence about what takes time, or went wrong in the background. */
  onProgress?: (text: string) => void;
}
