import { join } from 'node:path';
import type { Settings } from '../settings.js';
import type { FileStore } from './file-store.js';
import { LocalFiles } from './local-files.js';
import { S3Files } from './s3-files.js';

/** A bucket when one is set, else the folder `files` of the data folder. */
export const fileStoreOf = ({ s3, dataDir }: Settings): FileStore =>
  s3 ? new S3Files(s3) : new LocalFiles(join(dataDir, 'files'));
