export { ViewerModule } from '../../viewer/src/index.js'; // not allowed: not-to-viewer, libraries-by-alias
