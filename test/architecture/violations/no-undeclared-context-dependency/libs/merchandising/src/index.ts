export { name } from '@app/mapping/contract'; // not allowed: no-undeclared-context-dependency, no-circular-folders
