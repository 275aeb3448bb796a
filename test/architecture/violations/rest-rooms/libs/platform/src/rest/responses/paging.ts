export { Door } from '../index.js'; // not allowed: rest-rooms
