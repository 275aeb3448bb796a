export { createClient } from '@app/sdk'; // not allowed: sdk-is-for-others, contract-only
