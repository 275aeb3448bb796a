export { JsonResponse } from '@app/platform/rest'; // not allowed: use-cases-not-to-http
