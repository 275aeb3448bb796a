export { createServer } from '@app/platform/runtime';
