export { createServer } from '@app/platform/runtime'; // not allowed: runtime-is-for-apps
