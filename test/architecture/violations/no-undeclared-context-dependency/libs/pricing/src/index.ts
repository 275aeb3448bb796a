export { name } from '@app/references/contract'; // not allowed: no-undeclared-context-dependency, no-circular-folders
