export const name = 'references';
