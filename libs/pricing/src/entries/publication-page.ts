import { isId } from '@app/platform/core';
import { JsonPage, type PageRequest } from '@app/platform/persistence';
import type { PastPublication } from './past-publications.js';

/** A requested page of a list whose pages all show the same publication, whatever is published in the meantime. */
export interface PublicationPage extends PageRequest {
  /** id of an entry of the unit at `position`, when the previous page ended inside it */
  readonly within?: string | undefined;
  /** number of the publication that the page from which the client came showed */
  readonly publication?: string | undefined;
}

/** The unit after which a page starts, the entry in it, and the publication: `12` or `12.345@6` on the way forward, `@6` on the way back. */
const POSITION = /^(?:(\d+)(?:\.(\d+))?)?(?:@(\d+))?$/;

/** Whether a text is a position in the cursors of such a list. */
export function isPublicationPosition(text: string): boolean {
  const [, unit, entry, publication] = POSITION.exec(text) ?? [];
  const ids = [unit, entry, publication === '0' ? undefined : publication].filter((id) => id !== undefined);
  return (unit ?? publication) !== undefined && ids.every(isId);
}

export function publicationPage(page: PageRequest): PublicationPage {
  const { number, size, withTotal } = page;
  const [, position, within, publication] = POSITION.exec(page.position ?? '') ?? [];
  const isFirst = position === undefined;
  return {
    number,
    size,
    withTotal,
    position,
    within,
    publication,
    offset: isFirst ? (number - 1) * size : 0,
    isNumbered: isFirst && page.isNumbered,
    get closed() {
      return page.closed; // a listener, which few lists need
    },
  };
}

export type Publication = Pick<PastPublication, 'number' | 'publishedAt'>;

/** Members of the envelope that name the publication. */
interface Members {
  /** null before the first publication, which has the number 0 in positions */
  publication: number | null;
  as_of: string | null;
}

/** SQL expression (json) of these members for the live publication, for the statement that reads the list. */
export const LIVE = `(select json_build_object('publication', process.publication_id, 'as_of',
    (select date_trunc('second', publication.published_at) from pricing.publication publication
      where publication.asset_id = :asset and publication.process_id = :process and publication.id = process.publication_id))
  from pricing.process process where process.asset_id = :asset and process.id = :process)`;

/** A page that was read, with the publication that it shows, whose number is in the cursors of its links. */
export function withPublication(
  { number, publishedAt }: Publication,
  { text, next, total, previous }: JsonPage,
): JsonPage {
  const members: Members = { publication: number === '0' ? null : Number(number), as_of: publishedAt };
  const onward = next && { position: `${next.position}@${number}` };
  return new JsonPage(text, onward, total, previous && { position: `@${number}` }, members);
}

/** The same for a page that was read with `LIVE`. */
export const withLivePublication = (read: JsonPage): JsonPage =>
  read.members
    ? withPublication({ number: publicationShownIn(read)!, publishedAt: (read.members as Members).as_of }, read)
    : read;

/** The number of the publication that a page shows. */
export const publicationShownIn = ({ members }: JsonPage): string | undefined =>
  members && String((members as Members).publication ?? 0);
