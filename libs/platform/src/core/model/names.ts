/** Converts camelCase to snake_case, used for columns and on the wire. */
export const snakeCase = (name: string): string => withSeparator(name, '_');

/** Converts camelCase to kebab-case, used for path parameters. */
export const kebabCase = (name: string): string => withSeparator(name, '-');

const withSeparator = (name: string, separator: string): string =>
  name.replace(/[A-Z]/g, (letter) => separator + letter.toLowerCase());

/** `view_image` as `viewImage`. */
export const camelCase = (name: string, separator: '-' | '_'): string => {
  const [first, ...others] = name.split(separator);
  return first + others.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
};
