export { createServer } from '@app/platform/runtime'; // not allowed: contexts-not-to-runtime
