export const name = 'mapping';
