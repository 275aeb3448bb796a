export { Health } from '../health.js'; // not allowed: runtime-rooms
