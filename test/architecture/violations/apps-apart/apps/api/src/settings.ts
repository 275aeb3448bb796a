export { port } from '../../cli/src/settings.js'; // not allowed: apps-apart
