export { createApi } from '../../api/src/main.js'; // not allowed: apps-apart
