export { BuildDocument } from './builds/build-document.command.js';
export { ViewerProgram } from './pages/viewer-program.js';
export { ViewerModule } from './viewer.module.js';
export { VIEWER_DOCUMENT_SCHEMA } from './composition/viewer-document.schema.js';
