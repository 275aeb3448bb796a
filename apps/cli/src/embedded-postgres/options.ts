export interface EmbeddedOptions {
  /** Created when it does not exist; `app` unless given. */
  database?: string;
  /** Without any fsync: for servers whose data may be lost, that is, tests. */
  fast?: boolean;
  /** 100 unless given. */
  maxConnections?: number;
  /** Told in a sentence what takes time or went wrong in the background. */
  onProgress?: (text: string) => void;
}
