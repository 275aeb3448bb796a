export class JsonResponse {}
