export { ListUnits } from '@app/catalog/contract'; // not allowed: platform-knows-no-context
