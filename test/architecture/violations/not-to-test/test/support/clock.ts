export const now = new Date(0);
