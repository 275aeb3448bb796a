export const name = 'catalog';
