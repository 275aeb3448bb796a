import { Problem } from '@app/platform/core';

/** A place in the feed: after an event, or after one of the units that the publication at this position changed. */
export interface Place {
  position: string;
  /** null: after all units */
  unit: string | null;
}

/** Where a reader starts: the oldest event that is kept, the newest events, the end of the feed, or after a place. */
export type Start = 'oldest' | 'newest' | 'latest' | (Place & { timeline: string });

const CURSOR = /^([0-9a-f]{8})-(0|[1-9]\d{0,17})(?:\.(0|[1-9]\d{0,17}))?$/;
/** Characters of the longest cursor. */
export const MAX_CURSOR = 46;

/** @returns undefined for a text that is no cursor */
export function parseCursor(text: string): Start | undefined {
  if (text === 'oldest' || text === 'newest' || text === 'latest') return text;
  const [, timeline, position, unit = null] = CURSOR.exec(text) ?? [];
  return timeline === undefined ? undefined : { timeline, position: position!, unit };
}

export const cursorText = (timeline: string, { position, unit }: Place): string =>
  `${timeline}-${position}${unit === null ? '' : `.${unit}`}`;

/** The ends of the feed. */
export interface FeedState {
  /** differs after a restore, where positions are given again */
  timeline: string;
  position: string;
  purged: string;
}

/** @returns the place after which to read @throws Problem 410 if there may be events that are no longer known */
export function placeAfter(start: Start, feed: FeedState): Place {
  if (start === 'oldest' || start === 'newest') return { position: feed.purged, unit: null };
  if (start === 'latest') return { position: feed.position, unit: null };
  if (start.timeline !== feed.timeline) throw gone('belongs to a database that was restored or replaced');
  const needed = BigInt(start.position) - (start.unit === null ? 0n : 1n);
  if (needed < BigInt(feed.purged)) throw gone('is older than the events that are kept');
  return start;
}

const gone = (why: string): Problem =>
  new Problem(
    'gone',
    'cursor_expired',
    `The cursor ${why}: note the cursor of \`after=latest\`, read the resources again, then continue from it`,
  );
