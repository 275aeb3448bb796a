export const createApi = (): string => 'api';
