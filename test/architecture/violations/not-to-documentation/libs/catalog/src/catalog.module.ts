export { openApiDocument } from '@app/documentation'; // not allowed: not-to-documentation, contexts-only-through-contract
