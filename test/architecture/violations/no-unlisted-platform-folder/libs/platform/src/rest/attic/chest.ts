export { Field } from '../schema/fields.js'; // not allowed: no-unlisted-platform-folder
