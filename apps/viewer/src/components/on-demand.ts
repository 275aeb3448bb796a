/** What a page loads when a visitor first needs it. */
import '../viewer.js'; // reaches every module of the page, so that these stay in one file, which compresses best
export { Comparison } from './comparison.js';
export { HomePanel } from './home-panel.js';
export { MarkerPanel } from './marker-panel.js';
