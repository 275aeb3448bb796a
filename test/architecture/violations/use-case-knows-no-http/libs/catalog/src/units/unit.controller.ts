export { Reply } from '@app/platform/rest';
