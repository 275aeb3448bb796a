import { DefaultNamingStrategy, type NamingStrategyInterface } from 'typeorm';

/** Converts camelCase to snake_case, used for columns and on the wire. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** `view_image` as `viewImage`. */
export const camelCase = (name: string, separator: '-' | '_'): string => {
  const [first, ...others] = name.split(separator);
  return first + others.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
};

export class SnakeNamingStrategy extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(property: string, custom: string): string {
    return custom || snakeCase(property);
  }
}
