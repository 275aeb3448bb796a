export { ListUnits } from '@app/catalogue/contract'; // not allowed: not-to-unresolvable
