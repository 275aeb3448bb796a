export { name } from '@app/merchandising/contract'; // not allowed: no-undeclared-context-dependency, no-circular-folders
