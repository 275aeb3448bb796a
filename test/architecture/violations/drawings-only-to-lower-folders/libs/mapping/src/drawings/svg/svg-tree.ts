export { layOut } from '../layout/layout.js'; // not allowed: drawings-only-to-lower-folders
