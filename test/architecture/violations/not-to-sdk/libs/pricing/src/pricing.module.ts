export { createClient } from '@app/sdk'; // not allowed: not-to-sdk, contexts-only-through-contract
