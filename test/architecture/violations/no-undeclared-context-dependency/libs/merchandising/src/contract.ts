export const name = 'merchandising';
