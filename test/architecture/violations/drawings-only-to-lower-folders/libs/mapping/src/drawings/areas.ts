export { readUmap } from './sources/umap.js'; // not allowed: drawings-only-to-lower-folders
