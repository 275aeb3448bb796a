export const name = 'pricing';
