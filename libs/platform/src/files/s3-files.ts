import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from '../core/settings/settings.js';
import { isFileName, mediaTypeOf } from './file-content.js';
import { type ByteRange, FileStore } from './file-store.js';
import type { Upload } from './upload.js';

type Sdk = typeof import('@aws-sdk/client-s3');

/** Milliseconds. Together the idle limit of a transaction, which waits while small files are stored. */
const CONNECT_MS = 3_000;
const RESPONSE_MS = 7_000;
/** A response that sends nothing for so long has failed. Clients may stop reading a download for as long. */
const SILENT_MS = 60_000;
/** Each download holds a connection for as long as its client takes, so the SDK's limit of 50 could leave none for other files. */
const SOCKETS = { keepAlive: true, maxSockets: Infinity };
/** Bytes per millisecond; large files get more time. */
const MIN_BYTES_PER_MS = 2_000;

/** Files in an S3 bucket or a compatible store. A bucket and prefix belong to one database. */
export class S3Files extends FileStore {
  private opened: Promise<{ sdk: Sdk; client: S3Client }> | undefined;

  constructor(private readonly settings: S3Settings) {
    super();
  }

  async put(name: string, bytes: Buffer | Upload): Promise<void> {
    const { sdk, client } = await this.open();
    const size = Buffer.isBuffer(bytes) ? bytes.length : bytes.size;
    const command = new sdk.PutObjectCommand({
      ...this.object(name),
      Body: Buffer.isBuffer(bytes) ? bytes : Readable.from(bytes.chunks(), { objectMode: false }),
      ContentLength: size,
      ContentType: mediaTypeOf(name),
    });
    const requestTimeout = RESPONSE_MS + Math.ceil(size / MIN_BYTES_PER_MS);
    await client.send(command, { requestTimeout, abortSignal: AbortSignal.timeout(CONNECT_MS + requestTimeout) });
  }

  async size(name: string): Promise<number | undefined> {
    const { sdk, client } = await this.open();
    return (await this.orMissing(client.send(new sdk.HeadObjectCommand(this.object(name)))))?.ContentLength;
  }

  async read(name: string, range?: ByteRange): Promise<Readable | undefined> {
    const { sdk, client } = await this.open();
    const Range = range && `bytes=${range.from}-${range.to}`;
    const found = await this.orMissing(client.send(new sdk.GetObjectCommand({ ...this.object(name), Range })));
    return found?.Body as Readable | undefined;
  }

  async remove(name: string): Promise<void> {
    const { sdk, client } = await this.open();
    await client.send(new sdk.DeleteObjectCommand(this.object(name)));
  }

  async check(): Promise<void> {
    const { sdk, client } = await this.open();
    const { bucket, prefix } = this.settings;
    // Not a file name, so it is never listed, served or collected.
    const command = new sdk.PutObjectCommand({ Bucket: bucket, Key: `${prefix}writable`, Body: 'x', ContentLength: 1 });
    await client.send(command, { abortSignal: AbortSignal.timeout(CONNECT_MS) });
  }

  async *names(): AsyncGenerator<string> {
    const { sdk, client } = await this.open();
    const { bucket, prefix } = this.settings;
    const pages = sdk.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix || undefined });
    for await (const { Contents = [] } of pages)
      for (const { Key = '' } of Contents) {
        const name = Key.slice(prefix.length);
        if (isFileName(name)) yield name;
      }
  }

  /** Undefined for a file that is not there. @throws Error if the bucket is not there either */
  private async orMissing<T>(found: Promise<T>): Promise<T | undefined> {
    try {
      return await found;
    } catch (error) {
      if (!isNotFound(error)) throw error;
      const { sdk, client } = await this.open();
      const { bucket } = this.settings;
      await client.send(new sdk.HeadBucketCommand({ Bucket: bucket })).catch((reason: unknown) => {
        if (isNotFound(reason)) throw new Error(`There is no bucket ${bucket}`);
      });
      return undefined;
    }
  }

  private object(name: string): { Bucket: string; Key: string } {
    if (!isFileName(name)) throw new Error('Not the name of a stored file');
    return { Bucket: this.settings.bucket, Key: this.settings.prefix + name };
  }

  /** Loads the SDK with the first file, because it is large. */
  private open(): Promise<{ sdk: Sdk; client: S3Client }> {
    this.opened ??= import('@aws-sdk/client-s3').then((sdk) => ({ sdk, client: this.connect(sdk) }));
    return this.opened;
  }

  private connect(sdk: Sdk): S3Client {
    const { endpoint, region, accessKeyId, secretAccessKey } = this.settings;
    return new sdk.S3Client({
      region,
      maxAttempts: 2,
      requestHandler: {
        connectionTimeout: CONNECT_MS,
        requestTimeout: RESPONSE_MS,
        throwOnRequestTimeout: true,
        socketTimeout: SILENT_MS,
        httpAgent: SOCKETS,
        httpsAgent: SOCKETS,
      },
      // compatible stores may not support newer checksums
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint && { endpoint, forcePathStyle: true }),
      ...(accessKeyId && secretAccessKey && { credentials: { accessKeyId, secretAccessKey } }),
    });
  }
}

const isNotFound = (error: unknown): boolean =>
  (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode === 404;
