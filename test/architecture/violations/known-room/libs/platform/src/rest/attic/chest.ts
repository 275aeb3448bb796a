export { Field } from '../schema/fields.js'; // not allowed: known-room
