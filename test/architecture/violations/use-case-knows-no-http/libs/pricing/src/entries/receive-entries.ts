export { JsonResponse } from '@app/platform/rest'; // not allowed: use-case-knows-no-http
