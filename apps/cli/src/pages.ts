import type { JsonPage, PageRequest } from '@app/platform/persistence';

/** The first page of a list. */
export const firstPage = (size: number): PageRequest => ({
  number: 1,
  size,
  offset: 0,
  after: undefined,
  withTotal: false,
  isNumbered: false,
});

/** The page after one that was read; undefined after the last. */
export function nextPage(page: PageRequest, { next, snapshot }: JsonPage): PageRequest | undefined {
  if (!next) return undefined;
  const number = page.number + 1;
  const [after, within] = next.after?.split('.') ?? [];
  const offset = after === undefined ? (number - 1) * page.size : 0;
  return { ...page, number, offset, after, within, snapshot: snapshot?.id };
}
