export { BuildDocument } from './builds/build-document.command.js';
export { builtFolder, readContents } from './pages/built-files.js';
export { Content, ContentResponse } from './pages/content-response.js';
export { ViewerProgram } from './pages/viewer-program.js';
export { ViewerModule } from './viewer.module.js';
export { VIEWER_DOCUMENT_SCHEMA } from './composition/viewer-document.schema.js';
