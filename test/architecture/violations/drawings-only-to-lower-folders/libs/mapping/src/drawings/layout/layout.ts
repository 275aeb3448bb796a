export const layOut = 1;
