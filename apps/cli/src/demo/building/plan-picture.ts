import { DEPTH, type Layout, type Room } from './layouts.js';
import { number, outline, Pencil, PENS, type Place, type Point, Sheet } from './pencil.js';

const FLOORS: Record<Room['floor'], string> = { wood: '#f3e6d2', tile: '#dfeaef', carpet: '#f1ece6' };
const INK = '#26323f';
const MARGIN = 2;
const BALCONY = 5.4;

/** The floor plan of a home, with its balcony above and room names. */
export function planPicture(layout: Layout): string {
  const { width, rooms, balcony } = layout;
  // A narrow home lies on its side, because pictures are wide.
  const isTurned = width < DEPTH;
  const place: Place = isTurned ? (x, y) => [y, x] : (x, y) => [x, DEPTH - y];
  const [w, h] = isTurned ? [DEPTH, width] : [width, DEPTH];
  const sheet = new Sheet();
  const pencil = new Pencil(sheet, place);
  layout.draw(pencil);
  const box = (x: number, y: number, across: number, deep: number): string =>
    outline([place(x, y), place(x + across, y), place(x + across, y + deep), place(x, y + deep)]);
  const [from, to] = balcony;
  pencil.line('fixture', [from, DEPTH + 0.6], [from, DEPTH + BALCONY], [to, DEPTH + BALCONY], [to, DEPTH + 0.6]);
  for (const x of [-1.9, 1.9]) pencil.box('furniture', (from + to) / 2 + x - 0.6, DEPTH + 2.2, 1.2, 1.2);
  pencil.circle('furniture', (from + to) / 2, DEPTH + 2.8, 0.9);
  const [left, top, right, bottom] = isTurned
    ? [-MARGIN, -MARGIN, w + BALCONY + MARGIN, h + MARGIN]
    : [-MARGIN, -BALCONY - MARGIN, w + MARGIN, h + MARGIN];
  const view = [left, top, right - left, bottom - top];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view.map(number).join(' ')}" width="${number(view[2]!)}" height="${number(view[3]!)}">`,
    `<rect x="${number(left)}" y="${number(top)}" width="100%" height="100%" fill="#fff"/>`,
    `<path fill="#e9e4da" d="${box(from, DEPTH, to - from, BALCONY)}"/>`,
    ...rooms.map(
      ({ floor, x, y, width: across, height }) => `<path fill="${FLOORS[floor]}" d="${box(x, y, across, height)}"/>`,
    ),
    ...rooms.filter(({ floor }) => floor === 'wood').map((room) => boards(room, place)),
    sheet.toSvg(INK, { furniture: '#8d8577', fixture: '#5d6975', swing: '#8d8577', glass: '#3d7ea6' }),
    ...rooms.map((room) => nameOf(room, place)),
    '</svg>',
  ].join('\n');
}

/** The boards of a wooden floor. */
function boards({ x, y, width, height }: Room, place: Place): string {
  const lines: string[] = [];
  for (let at = x + 1; at < x + width; at += 1) {
    const [[x1, y1], [x2, y2]] = [place(at, y), place(at, y + height)];
    lines.push(`M${number(x1)} ${number(y1)}L${number(x2)} ${number(y2)}`);
  }
  return `<path fill="none" stroke="#e7d5bb" stroke-width="${number(PENS.furniture / 2)}" d="${lines.join('')}"/>`;
}

function nameOf({ name, label, x, y, width, height }: Room, place: Place): string {
  if (!name) return '';
  const at: Point = label ?? [x + width / 2, y + height / 2];
  const [left, top] = place(...at);
  const look = `x="${number(left)}" y="${number(top + 0.4)}" font-family="sans-serif" font-size="${number(1.15)}" text-anchor="middle"`;
  return `<text ${look} fill="${INK}" stroke="#fff" stroke-opacity="0.85" stroke-width="5" stroke-linejoin="round" paint-order="stroke">${name}</text>`;
}
