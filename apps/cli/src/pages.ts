import type { JsonPage, PageRequest } from '@app/platform/persistence';

/** The first page of a list. */
export const firstPage = (size: number): PageRequest => ({
  number: 1,
  isNumbered: false,
  size,
  position: undefined,
  offset: 0,
  withTotal: false,
});

/** The page after one that was read; undefined after the last. */
export function nextPage(page: PageRequest, { next }: JsonPage): PageRequest | undefined {
  if (!next) return undefined;
  const number = page.number + 1;
  const { position } = next;
  return { ...page, number, position, offset: position === undefined ? (number - 1) * page.size : 0 };
}
