export { BuildDocument } from './builds/build-document.command.js';
export { ViewerModule } from './viewer.module.js';
export { VIEWER_DOCUMENT_SCHEMA } from './documents/viewer-document.schema.js';
