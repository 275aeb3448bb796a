import type { Item } from '../../provision/section.js';

/** A fee as an expense: its fields, and its value apart, which entries have. */
export interface Fee {
  line: number;
  element: string;
  fields: Item & { name: string };
  value: Item;
  /** what the expense does not say */
  loss?: string | undefined;
}

/** A fee that cannot be an expense. */
export interface Misplaced {
  line: number;
  element: string;
  reason: string;
}

/** A word for `type` and `category`: `Pet Deposit` is `pet_deposit`. */
export const wordOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 63);

/** Short texts are explanations, longer ones are disclaimers. */
export const explained = (text: string | undefined): Item => {
  if (text === undefined) return {};
  return text.length <= 255 ? { tooltip_label: text } : { disclaimer: text.slice(0, 2000) };
};

/** An amount, or a percentage, with at most two decimal places. */
export const AMOUNT = /^\d{1,7}(\.\d{1,2}0*)?$/;
