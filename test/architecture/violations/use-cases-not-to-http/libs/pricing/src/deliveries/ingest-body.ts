export { JsonResponse } from '@app/platform/rest';
