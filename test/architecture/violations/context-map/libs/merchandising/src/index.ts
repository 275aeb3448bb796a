export { name } from '@app/references/contract'; // not allowed: context-map, no-folder-cycle
