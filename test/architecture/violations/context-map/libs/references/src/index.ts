export { name } from '@app/pricing/contract'; // not allowed: context-map, no-folder-cycle
