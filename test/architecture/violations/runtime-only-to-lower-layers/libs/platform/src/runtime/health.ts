export { Page } from '../console/page.js'; // not allowed: runtime-only-to-lower-layers
