export { compileSvg } from '../drawing.js'; // not allowed: drawings-only-to-lower-folders
