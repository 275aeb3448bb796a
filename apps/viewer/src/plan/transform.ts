/** The position of the sheet in its frame: a point `p` of the sheet appears at `p * scale + (x, y)`. */
export interface Transform {
  x: number;
  y: number;
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Widths of the covered areas at the edges of the frame. */
export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export const MAX_ZOOM = 24;

/** Fits the whole sheet into the uncovered area of the frame. */
export function fitted(sheet: Size, frame: Size, insets: Insets): Transform {
  const free = freeBox(frame, insets);
  const scale = Math.max(1e-6, Math.min(free.width / sheet.width, free.height / sheet.height));
  return {
    scale,
    x: free.x + (free.width - sheet.width * scale) / 2,
    y: free.y + (free.height - sheet.height * scale) / 2,
  };
}

/** Scales by `factor`, within limits, around a fixed point of the frame. */
export function zoomed(from: Transform, factor: number, at: { x: number; y: number }, smallest: number): Transform {
  const scale = Math.min(smallest * MAX_ZOOM, Math.max(smallest, from.scale * factor));
  const ratio = scale / from.scale;
  return { scale, x: at.x - (at.x - from.x) * ratio, y: at.y - (at.y - from.y) * ratio };
}

/** Keeps the sheet in the uncovered area; centres it in a direction in which it is smaller. */
export function bounded(transform: Transform, sheet: Size, frame: Size, insets: Insets): Transform {
  const free = freeBox(frame, insets);
  return {
    scale: transform.scale,
    x: boundedAlong(transform.x, sheet.width * transform.scale, free.x, free.width),
    y: boundedAlong(transform.y, sheet.height * transform.scale, free.y, free.height),
  };
}

function boundedAlong(at: number, length: number, start: number, room: number): number {
  if (length <= room) return start + (room - length) / 2;
  return Math.min(start + room / 3, Math.max(start + room - length - room / 3, at));
}

/** The shorter side of a home that is opened, in pixels, at least. */
const USEFUL_PX = 48;
/** The shorter side to which a smaller one is enlarged, as a share of the uncovered area. */
const USEFUL_SHARE = 0.15;

/** Enlarges the sheet around a box that is too small to be seen well, as far as the box fits; otherwise returns the same transform. */
export function enlarged(from: Transform, box: Box, frame: Size, insets: Insets, smallest: number): Transform {
  const shorter = Math.min(box.width, box.height) * from.scale;
  if (shorter >= USEFUL_PX || shorter === 0) return from;
  const free = freeBox(frame, insets);
  const wanted = Math.max(USEFUL_PX, USEFUL_SHARE * Math.min(free.width, free.height)) / shorter;
  const fitting = Math.min(free.width / box.width, free.height / box.height) / from.scale;
  return fitting > 1 ? zoomed(from, Math.min(wanted, fitting), centreOf(from, box), smallest) : from;
}

/** The centre of a box of the sheet in its frame. */
export function centreOf({ x, y, scale }: Transform, box: Box): { x: number; y: number } {
  return { x: (box.x + box.width / 2) * scale + x, y: (box.y + box.height / 2) * scale + y };
}

/** Moves the nearest box into view, unless one is, so that no movement ends where there is nothing. */
export function showingSome(
  transform: Transform,
  shapes: readonly { box: Box }[],
  frame: Size,
  insets: Insets,
  least = 24,
): Transform {
  const free = freeBox(frame, insets);
  const { scale } = transform;
  let nearest = { ...transform, distance: Infinity };
  for (const { box } of shapes) {
    const dx = intoView(box.x * scale + transform.x, box.width * scale, free.x, free.width, least);
    const dy = intoView(box.y * scale + transform.y, box.height * scale, free.y, free.height, least);
    if (dx === 0 && dy === 0) return transform;
    const distance = Math.hypot(dx, dy);
    if (distance < nearest.distance) nearest = { scale, x: transform.x + dx, y: transform.y + dy, distance };
  }
  return { scale, x: nearest.x, y: nearest.y };
}

function intoView(at: number, length: number, start: number, room: number, least: number): number {
  const part = Math.min(least, length, room);
  if (at + length < start + part) return start + part - at - length;
  return Math.min(0, start + room - part - at);
}

/** Moves the box into the uncovered area by the shortest distance; returns the same transform if it is there. */
export function revealing(transform: Transform, box: Box, frame: Size, insets: Insets, margin = 24): Transform {
  const free = freeBox(frame, insets);
  const seen = { x: box.x * transform.scale + transform.x, y: box.y * transform.scale + transform.y };
  const dx = shift(seen.x, box.width * transform.scale, free.x, free.width, margin);
  const dy = shift(seen.y, box.height * transform.scale, free.y, free.height, margin);
  return dx === 0 && dy === 0 ? transform : { ...transform, x: transform.x + dx, y: transform.y + dy };
}

/** Moves the box away from the controls in the bottom right corner by the shorter distance, if there is room. */
export function besideCorner(
  transform: Transform,
  box: Box,
  corner: { x: number; y: number },
  { left, top }: Insets,
  margin = 12,
): Transform {
  const seen = { x: box.x * transform.scale + transform.x, y: box.y * transform.scale + transform.y };
  const dx = seen.x + box.width * transform.scale + margin - corner.x;
  const dy = seen.y + box.height * transform.scale + margin - corner.y;
  if (dx <= 0 || dy <= 0) return transform;
  const [hasWidth, hasHeight] = [seen.x - dx >= left, seen.y - dy >= top];
  if (hasWidth && (dx <= dy || !hasHeight)) return { ...transform, x: transform.x - dx };
  return hasHeight ? { ...transform, y: transform.y - dy } : transform;
}

function shift(at: number, length: number, start: number, room: number, margin: number): number {
  if (at >= start && at + length <= start + room) return 0;
  const space = Math.min(margin, Math.max(0, (room - length) / 2));
  if (length > room) return start + (room - length) / 2 - at;
  if (at < start + space) return start + space - at;
  return start + room - space - (at + length);
}

export function freeBox(frame: Size, insets: Insets): Box {
  return {
    x: insets.left,
    y: insets.top,
    width: Math.max(1, frame.width - insets.left - insets.right),
    height: Math.max(1, frame.height - insets.top - insets.bottom),
  };
}
