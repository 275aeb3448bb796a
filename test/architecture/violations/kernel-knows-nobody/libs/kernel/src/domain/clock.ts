export { ListUnits } from '@app/catalog/contract'; // not allowed: kernel-knows-nobody
