export { PlatformModule } from '@app/platform/runtime'; // not allowed: use-cases-not-to-http, contexts-not-to-runtime
