import { Problem } from '@app/platform/core';

/** Where a reader starts: the oldest event that is kept, the end of the feed, or after a position. */
export type Start = 'oldest' | 'latest' | { timeline: string; position: string };

/** @returns undefined for a text that is no cursor */
export function parseCursor(text: string): Start | undefined {
  if (text === 'oldest' || text === 'latest') return text;
  const [, timeline, position] = /^([0-9a-f]{8})-(0|[1-9]\d{0,17})$/.exec(text) ?? [];
  return timeline === undefined ? undefined : { timeline, position: position! };
}

export const cursorText = (timeline: string, position: string): string => `${timeline}-${position}`;

/** The ends of the feed. */
export interface FeedState {
  /** differs after a restore, where positions are given again */
  timeline: string;
  position: string;
  purged: string;
}

/** @returns the position after which to read @throws Problem 410 if there may be events that are no longer known */
export function positionAfter(start: Start, feed: FeedState): string {
  if (start === 'oldest') return feed.purged;
  if (start === 'latest') return feed.position;
  if (start.timeline !== feed.timeline) throw gone('belongs to a database that was restored or replaced');
  if (BigInt(start.position) < BigInt(feed.purged)) throw gone('is older than the events that are kept');
  return start.position;
}

const gone = (why: string): Problem =>
  new Problem(
    'gone',
    'cursor_expired',
    `The cursor ${why}: note the cursor of \`after=latest\`, read the resources again, then continue from it`,
  );
