export { COLLECTING_FILES, FileCollector } from './file-collector.job.js';
export { applyFileChange, type FileChange, FileContent } from './file-content.js';
export { type ByteRange, FileStore } from './file-store.js';
export { Files } from './files.js';
export { fileStoreOf } from './stores.js';
export { LocalFiles } from './local-files.js';
export { readPicture } from './picture.js';
export { S3Files } from './s3-files.js';
export { Upload } from './upload.js';
