export { ViewerModule } from '../../viewer/src/index.js'; // not allowed: viewer-is-last, by-alias
