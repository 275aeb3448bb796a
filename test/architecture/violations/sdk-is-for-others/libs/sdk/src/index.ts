export const createClient = () => ({});
