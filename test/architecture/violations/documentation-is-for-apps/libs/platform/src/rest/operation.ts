export { openApiDocument } from '@app/documentation'; // not allowed: documentation-is-for-apps, contract-only, platform-knows-no-context
