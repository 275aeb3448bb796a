export { name } from '@app/merchandising/contract'; // not allowed: context-map, no-folder-cycle
