export const createServer = 1;
