import { createHash, type Hash } from 'node:crypto';

/** Identifies a request by method, path, query and body. */
export class RequestFingerprint {
  private readonly hash: Hash = createHash('sha256');

  /** @param query as sent; the API key and the order of parameters are ignored */
  constructor(method: string, path: string, query: URLSearchParams) {
    const counted = new URLSearchParams(query);
    counted.delete('api-key');
    counted.sort();
    this.update(`${method} ${path.replace(/\/$/, '')}?${counted.toString()}\n`);
  }

  update(part: string | Buffer): void {
    this.hash.update(part);
  }

  /** Call it once. */
  digest(): Buffer {
    return this.hash.digest();
  }
}
