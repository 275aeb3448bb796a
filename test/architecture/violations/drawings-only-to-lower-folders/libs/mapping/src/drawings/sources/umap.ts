export const readUmap = 1;
