export { Entry } from '../entries/entry.dto.js'; // not allowed: no-circular-folders
