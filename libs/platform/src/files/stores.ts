import { join } from 'node:path';
import type { Settings } from '../core/settings/settings.js';
import type { FileStore } from './file-store.js';
import { LocalFiles } from './local-files.js';
import { S3Files } from './s3-files.js';

/** The configured bucket, otherwise the folder `files` of the data folder. */
export const fileStoreOf = async ({ s3, dataDir }: Settings): Promise<FileStore> =>
  s3 ? new S3Files(s3) : new LocalFiles(join(dataDir, 'files'));
