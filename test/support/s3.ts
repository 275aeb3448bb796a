import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';

/** An S3-compatible server with one bucket, which verifies signatures. */
export class S3Server {
  private constructor(
    readonly endpoint: string,
    private readonly server: S3rver,
    private readonly folder: string,
  ) {}

  /**
   * @param forLists whether it accepts any signature: @20minutes/s3rver expects another one for lists than S3 and the SDK
   * compute (a slash after the bucket)
   */
  static async start({ forLists = false } = {}): Promise<S3Server> {
    const folder = mkdtempSync(join(tmpdir(), 'property-map-s3-'));
    const server = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: folder,
      allowMismatchedSignatures: forLists,
      configureBuckets: [{ name: 'property-files', configs: [] }],
    });
    const { port } = await server.run();
    return new S3Server(`http://127.0.0.1:${port}`, server, folder);
  }

  /** The settings of a process that stores its files here. */
  get env(): NodeJS.ProcessEnv {
    return {
      S3_ENDPOINT: this.endpoint,
      S3_BUCKET: 'property-files',
      S3_REGION: 'eu-central-1',
      S3_ACCESS_KEY_ID: 'S3RVER', // the only key of the server, and its secret
      S3_SECRET_ACCESS_KEY: 'S3RVER',
      S3_PREFIX: 'maps/',
    };
  }

  async close(): Promise<void> {
    await this.server.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
