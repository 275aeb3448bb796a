export { BuildDocument } from './caches/build-document.command.js';
export { ViewerModule } from './viewer.module.js';
