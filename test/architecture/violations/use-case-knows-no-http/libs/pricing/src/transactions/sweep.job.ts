export { PlatformModule } from '@app/platform/runtime'; // not allowed: use-case-knows-no-http, runtime-is-for-apps
