export const openApiDocument = () => ({});
