/** `1 row`, `2 rows`. @param many the plural; default: `one` with an s */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
