export { ListUnits } from '@app/catalog/contract'; // not allowed: platform-not-to-contexts
