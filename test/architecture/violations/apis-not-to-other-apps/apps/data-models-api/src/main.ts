export { createApi } from '../../api/src/main.js'; // not allowed: apis-not-to-other-apps
