export { Operation } from '../declare/operation.js'; // not allowed: rest-rooms
