export { name } from '@app/mapping/contract'; // not allowed: context-map, no-folder-cycle
