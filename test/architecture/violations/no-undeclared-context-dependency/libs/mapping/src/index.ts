export { name } from '@app/pricing/contract'; // not allowed: no-undeclared-context-dependency, no-circular-folders
