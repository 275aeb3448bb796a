import { isId } from '../../core/model/ids.js';

/** The order of a list by a value that no row lacks, and by id where it is equal. */
export interface Sort {
  /** SQL of the value, an expression over the row that an index has, followed by the id */
  by: string;
  type: keyof typeof TYPES;
  descending?: boolean;
}

interface SortType {
  /** SQL of the value in a position, as text without loss */
  text(by: string): string;
  /** SQL of the value from the text in `:afterValue` */
  value: string;
  isValid(text: string): boolean;
}

const TYPES = {
  text: { text: (by) => by, value: ':afterValue::text', isValid: (text) => !text.includes('\0') },
  bigint: { text: (by) => `${by}::text`, value: ':afterValue::bigint', isValid: isId },
  timestamptz: {
    text: (by) => `(extract(epoch from ${by}) * 1000000)::bigint::text`,
    value: `(timestamptz 'epoch' + :afterValue::bigint * interval '1 microsecond')`,
    isValid: (text) => /^\d{1,16}$/.test(text),
  },
} satisfies Record<string, SortType>;

/** Each sort, ascending by its name and descending by its name after a minus. */
export function sortsOf(sorts: Readonly<Record<string, Omit<Sort, 'descending'>>>): Record<string, Sort> {
  const both = Object.entries(sorts).flatMap(([name, sort]) => [
    [name, sort] as const,
    [`-${name}`, { ...sort, descending: true }] as const,
  ]);
  return Object.fromEntries(both);
}

/** The SQL of a list in this order. @param id of the row */
export function sqlOf({ by, type, descending = false }: Sort, id: string) {
  const { text, value } = TYPES[type];
  const direction = descending ? ' desc' : '';
  return {
    order: `${by}${direction}, ${id}${direction}`,
    /** Rows after a position. A row stays on the same side of it unless its own value changes. */
    after: `and (${by}, ${id}) ${descending ? '<' : '>'} (${value}, :after::bigint)`,
    position: `jsonb_build_array(${id}::text, ${text(by)})::text`,
  };
}

/** The id and the value in a position; undefined for a text that is none. */
export function readPosition({ type }: Sort, position: string): { after: string; afterValue: string } | undefined {
  let read: unknown;
  try {
    read = JSON.parse(position);
  } catch {
    return undefined;
  }
  const [after, afterValue] = Array.isArray(read) ? (read as unknown[]) : [];
  if (typeof after !== 'string' || !isId(after)) return undefined;
  return typeof afterValue === 'string' && TYPES[type].isValid(afterValue) ? { after, afterValue } : undefined;
}

/** Whether a text is a position in a list, in this order or by id. */
export const isPositionIn = (sort: Sort | undefined, text: string): boolean =>
  sort ? readPosition(sort, text) !== undefined : isId(text);
