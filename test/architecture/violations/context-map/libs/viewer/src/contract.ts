export const name = 'viewer';
