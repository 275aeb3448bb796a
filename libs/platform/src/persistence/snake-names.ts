import { DefaultNamingStrategy, type NamingStrategyInterface } from 'typeorm';

/** Converts camelCase to snake_case, used for columns and on the wire. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export class SnakeNames extends DefaultNamingStrategy implements NamingStrategyInterface {
  override columnName(property: string, custom: string): string {
    return custom || snakeCase(property);
  }
}
