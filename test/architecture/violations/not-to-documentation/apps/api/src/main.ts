export { openApiDocument } from '@app/documentation';
