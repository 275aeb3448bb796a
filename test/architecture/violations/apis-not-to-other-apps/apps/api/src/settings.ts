export { port } from '../../cli/src/settings.js'; // not allowed: apis-not-to-other-apps
