export { ListUnits } from '@app/catalogue/contract'; // not allowed: resolvable
