import * as has from './furniture.js';
import type { Opening, Pencil, Point } from './pencil.js';

/** From the corridor to the facade, in feet. */
export const DEPTH = 29;

export interface Room {
  name?: string;
  floor: 'wood' | 'tile' | 'carpet';
  x: number;
  y: number;
  width: number;
  height: number;
  /** where its name is, if not in its middle */
  label?: Point;
}

/** A home seen from its corridor: `x` along the corridor, `y` from there to the facade. */
export interface Layout {
  plan: string;
  bedrooms: number;
  bathrooms: number;
  /** along the corridor; of a corner, along the facade */
  width: number;
  rooms: Room[];
  /** where its balcony or terrace is along the facade */
  balcony: readonly [from: number, to: number];
  draw(pencil: Pencil): void;
}

const room = (
  floor: Room['floor'],
  [x, y, width, height]: readonly [number, number, number, number],
  name?: string,
  label?: Point,
): Room => ({ floor, x, y, width, height, ...(name && { name }), ...(label && { label }) });

const door = (at: number, width: number, side: 1 | -1, hinge: 'first' | 'second' = 'first'): Opening => ({
  kind: 'door',
  at,
  width,
  side,
  hinge,
});
const gap = (at: number, width: number): Opening => ({ kind: 'gap', at, width });
const pane = (at: number, width: number): Opening => ({ kind: 'window', at, width });
const sliding = (at: number, width: number): Opening => ({ kind: 'sliding', at, width });

/** The walls around a home, with its entrance and its windows. */
function shell(pencil: Pencil, width: number, entrance: number, windows: Opening[], side: Opening[] = []): void {
  pencil.wall('party', [0, 0], [width, 0], [door(entrance, 3, 1)]);
  pencil.wall('party', [0, 0], [0, DEPTH]);
  pencil.wall(side.length > 0 ? 'facade' : 'party', [width, 0], [width, DEPTH], side);
  pencil.wall('facade', [0, DEPTH], [width, DEPTH], windows);
}

const studio: Layout = {
  plan: 'Studio',
  bedrooms: 0,
  bathrooms: 1,
  width: 17,
  balcony: [6.6, 16],
  rooms: [
    room('tile', [0, 0, 8.2, 8.6], 'Bath', [4.7, 4.6]),
    room('wood', [8.2, 0, 6.2, 8.6], 'Entry', [11.3, 5.8]),
    room('carpet', [14.4, 0, 2.6, 8.6]),
    room('wood', [0, 8.6, 17, 20.4], 'Living', [7.2, 20.4]),
  ],
  draw(pencil) {
    shell(pencil, 17, 9.6, [pane(1.4, 4), sliding(7.6, 7)]);
    pencil.wall('partition', [8.2, 0], [8.2, 8.6], [door(5.4, 2.6, 1, 'second')]);
    pencil.wall('partition', [0, 8.6], [8.2, 8.6]);
    pencil.wall('partition', [14.4, 0], [14.4, 8.6], [sliding(0.8, 7)]);
    pencil.wall('partition', [14.4, 8.6], [17, 8.6]);
    has.tub(pencil.at(0, 3, 3));
    has.basin(pencil.at(5.6, 0, 0), 3.6);
    has.toilet(pencil.at(2.4, 8.6, 2));
    has.wardrobe(pencil.at(17, 4.3, 1), 7.6);
    has.kitchen(pencil.at(0, 13.6, 3), 9);
    has.table(pencil.at(7.2, 14.4, 0), 2);
    has.bed(pencil.at(17, 14.4, 1), 5);
    has.sofa(pencil.at(17, 23.6, 1), 6.4);
    has.television(pencil.at(0, 23.6, 3));
    has.plant(pencil.at(1.4, 27.4, 0));
  },
};

const oneBedroom: Layout = {
  plan: 'One bedroom',
  bedrooms: 1,
  bathrooms: 1,
  width: 24,
  balcony: [13.4, 22.8],
  rooms: [
    room('tile', [0, 0, 8.6, 9], 'Bath', [4.9, 4.6]),
    room('carpet', [0, 9, 8.6, 4], 'Closet', [5, 10.9]),
    room('carpet', [0, 13, 11.8, 16], 'Bedroom', [9, 19.4]),
    room('tile', [8.6, 0, 3.8, 3.4]),
    room('wood', [8.6, 3.4, 15.4, 9.6], 'Kitchen', [15.4, 9.8]),
    room('wood', [12.4, 0, 11.6, 3.4]),
    room('wood', [11.8, 13, 12.2, 16], 'Living', [18.6, 26.6]),
  ],
  draw(pencil) {
    shell(pencil, 24, 16.4, [pane(2.6, 6.4), sliding(14.4, 7.4)]);
    pencil.wall('partition', [8.6, 0], [8.6, 13], [door(5.6, 2.6, 1, 'second')]);
    pencil.wall('partition', [0, 9], [8.6, 9]);
    pencil.wall('partition', [0, 13], [11.8, 13], [gap(4.4, 2.8)]);
    pencil.wall('partition', [11.8, 13], [11.8, 29], [door(0.5, 2.8, 1)]);
    pencil.wall('partition', [8.6, 3.4], [12.4, 3.4], [sliding(0.4, 3)]);
    pencil.wall('partition', [12.4, 0], [12.4, 3.4]);
    has.tub(pencil.at(0, 3, 3));
    has.basin(pencil.at(5.8, 0, 0), 4);
    has.toilet(pencil.at(2, 9, 2));
    has.wardrobe(pencil.at(0, 11, 3), 3.6);
    pencil.at(10.5, 0, 0).box('fixture', -1.3, 0.3, 2.6, 2.5);
    pencil.at(10.5, 0, 0).circle('furniture', 0, 1.55, 0.9);
    has.kitchen(pencil.at(24, 9.4, 1), 9.6);
    has.island(pencil.at(19.4, 9.4, 1), 5.6);
    has.bed(pencil.at(0, 22, 3), 5.4);
    has.sofa(pencil.at(11.8, 22, 3), 7);
    has.television(pencil.at(24, 22, 1));
    has.table(pencil.at(20.4, 16.6, 0), 2);
    has.plant(pencil.at(10.4, 27.5, 0));
  },
};

/** The bedroom with bath and closets on one side of larger homes, 12.6 feet wide. */
function suite(pencil: Pencil): void {
  pencil.wall('partition', [12.6, 0], [12.6, DEPTH], [door(1.2, 2.6, 1), door(15, 2.8, 1)]);
  pencil.wall('partition', [0, 5.6], [12.6, 5.6]);
  pencil.wall('partition', [8, 5.6], [8, 14]);
  pencil.wall('partition', [0, 14], [12.6, 14], [door(4.8, 2.5, -1, 'second'), gap(9.2, 2.4)]);
  has.machines(pencil.at(3.4, 0, 0));
  has.shower(pencil.at(2.2, 5.6, 0));
  has.basin(pencil.at(0, 11.6, 3), 4.2);
  has.toilet(pencil.at(8, 8, 1));
  has.wardrobe(pencil.at(12.6, 9.8, 1), 7.6);
  has.bed(pencil.at(0, 22, 3), 6.2);
  has.plant(pencil.at(11.3, 27.6, 0));
}
const suiteRooms: Room[] = [
  room('tile', [0, 0, 12.6, 5.6], 'Laundry', [9, 3.4]),
  room('tile', [0, 5.6, 8, 8.4], 'Bath', [4.2, 10.4]),
  room('carpet', [8, 5.6, 4.6, 8.4]),
  room('carpet', [0, 14, 12.6, 15], 'Bedroom', [9.4, 18.8]),
];

const twoBedrooms: Layout = {
  plan: 'Two bedrooms',
  bedrooms: 2,
  bathrooms: 2,
  width: 36,
  balcony: [13.4, 23.6],
  rooms: [
    ...suiteRooms,
    room('wood', [12.6, 0, 15.4, 11.4], 'Kitchen', [22.6, 7]),
    room('wood', [12.6, 11.4, 11.8, 17.6], 'Living', [18.4, 26.8]),
    room('tile', [28, 0, 8, 8.4], 'Bath', [32, 4.6]),
    room('carpet', [28, 8.4, 8, 3]),
    room('carpet', [24.4, 11.4, 11.6, 17.6], 'Bedroom', [28, 26.6]),
  ],
  draw(pencil) {
    shell(pencil, 36, 20.4, [pane(3, 6.4), sliding(14.8, 7.4), pane(27.4, 5.8)]);
    suite(pencil);
    pencil.wall('partition', [28, 0], [28, 11.4], [door(4.8, 2.6, -1, 'second')]);
    pencil.wall('partition', [28, 8.4], [36, 8.4]);
    pencil.wall('partition', [24.4, 11.4], [36, 11.4], [door(0.5, 2.8, 1), sliding(5, 5.8)]);
    pencil.wall('partition', [24.4, 11.4], [24.4, DEPTH]);
    has.kitchen(pencil.at(12.6, 9.4, 3), 9);
    has.island(pencil.at(17.2, 9.4, 3), 5.6);
    has.table(pencil.at(19.4, 17, 1), 4);
    has.sofa(pencil.at(24.4, 22.8, 1), 7);
    has.television(pencil.at(12.6, 22.8, 3));
    has.tub(pencil.at(36, 3, 1));
    has.basin(pencil.at(31, 0, 0), 3.8);
    has.toilet(pencil.at(32.4, 8.4, 2));
    has.wardrobe(pencil.at(32, 8.4, 0), 7.4);
    has.bed(pencil.at(36, 20.6, 1), 5.4);
  },
};

const threeBedrooms: Layout = {
  plan: 'Three bedrooms',
  bedrooms: 3,
  bathrooms: 2,
  width: 41,
  balcony: [13, 22.6],
  rooms: [
    ...suiteRooms,
    room('wood', [12.6, 0, 14.4, 14.4], 'Kitchen', [22.4, 8]),
    room('wood', [12.6, 14.4, 10.4, 14.6], 'Living', [17.8, 26.8]),
    room('tile', [27, 0, 7.6, 10.8], 'Bath', [30.2, 5.2]),
    room('tile', [34.6, 0, 6.4, 10.8], 'Storage', [37.6, 7.2]),
    room('wood', [23, 10.8, 18, 3.6]),
    room('carpet', [23, 14.4, 9, 14.6], 'Bedroom', [27.4, 26.8]),
    room('carpet', [32, 14.4, 9, 14.6], 'Bedroom', [36.4, 26.8]),
  ],
  draw(pencil) {
    shell(pencil, 41, 18.2, [pane(3, 6.4), sliding(14.2, 7), pane(25, 5), pane(34, 5)]);
    suite(pencil);
    pencil.wall('partition', [27, 0], [27, 10.8]);
    pencil.wall('partition', [34.6, 0], [34.6, 10.8]);
    pencil.wall('partition', [27, 10.8], [41, 10.8], [door(0.6, 2.6, -1), door(8.4, 2.6, -1)]);
    pencil.wall('partition', [23, 14.4], [41, 14.4], [door(3, 2.7, 1), door(10, 2.7, 1)]);
    pencil.wall('partition', [23, 14.4], [23, DEPTH]);
    pencil.wall('partition', [32, 14.4], [32, DEPTH]);
    has.kitchen(pencil.at(12.6, 9.4, 3), 9);
    has.island(pencil.at(16.8, 9.4, 3), 5.6);
    has.table(pencil.at(17.8, 17, 1), 4);
    has.sofa(pencil.at(23, 22.8, 1), 6.6);
    has.television(pencil.at(12.6, 22.8, 3));
    has.tub(pencil.at(30.8, 0, 0));
    has.basin(pencil.at(34.6, 5.4, 1), 3.2);
    has.toilet(pencil.at(34.6, 9, 1));
    has.wardrobe(pencil.at(41, 5.4, 1), 8);
    has.bed(pencil.at(32, 21.4, 1), 4.4);
    has.bed(pencil.at(41, 21.4, 1), 4.4);
  },
};

/** At an end of the corridor, with windows on two sides. */
const corner: Layout = {
  plan: 'Three bedrooms',
  bedrooms: 3,
  bathrooms: 2,
  width: 46,
  balcony: [4.4, 14.4],
  rooms: [
    room('wood', [0, 0, 18.5, 29], 'Living', [9.2, 26.8]),
    room('wood', [18.5, 10, 17, 3.4]),
    room('tile', [18.5, 0, 7, 10], 'Bath', [21.6, 5.6]),
    room('tile', [25.5, 0, 4.6, 10]),
    room('tile', [30.1, 0, 5.4, 10], 'Bath', [33.4, 5.8]),
    room('carpet', [35.5, 0, 10.5, 13.4], 'Bedroom', [39, 2.2]),
    room('carpet', [18.5, 13.4, 12.5, 15.6], 'Bedroom', [28.4, 26.4]),
    room('carpet', [31, 13.4, 15, 15.6], 'Bedroom', [34.6, 26.4]),
  ],
  draw(pencil) {
    const windows = [sliding(5.6, 7.6), pane(21.4, 6.4), pane(34.6, 7.4)];
    shell(pencil, 46, 3.6, windows, [pane(3.4, 6), pane(18, 7)]);
    pencil.wall('partition', [18.5, 0], [18.5, 10]);
    pencil.wall('partition', [18.5, 13.4], [18.5, DEPTH]);
    pencil.wall(
      'partition',
      [18.5, 10],
      [35.5, 10],
      [door(0.9, 2.6, -1), gap(8.2, 2.6), door(14.2, 2.6, -1, 'second')],
    );
    pencil.wall('partition', [25.5, 0], [25.5, 10]);
    pencil.wall('partition', [30.1, 0], [30.1, 10]);
    pencil.wall('partition', [35.5, 0], [35.5, 13.4], [door(10.4, 2.6, -1, 'second')]);
    pencil.wall('partition', [18.5, 13.4], [46, 13.4], [door(4, 2.7, 1), door(13.4, 2.7, 1)]);
    pencil.wall('partition', [31, 13.4], [31, DEPTH]);
    has.kitchen(pencil.at(0, 11.4, 3), 10);
    has.island(pencil.at(4.8, 11.4, 3), 6);
    has.table(pencil.at(14, 8, 0), 6);
    has.sofa(pencil.at(18.5, 22, 1), 7.4);
    has.television(pencil.at(0, 22, 3));
    has.tub(pencil.at(22, 0, 0));
    has.basin(pencil.at(25.5, 7, 1), 3.2);
    has.toilet(pencil.at(25.5, 4.2, 1));
    has.machines(pencil.at(27.8, 0, 0));
    has.shower(pencil.at(32.8, 0, 0), 4.6);
    has.basin(pencil.at(30.1, 5.4, 3), 2.6);
    has.toilet(pencil.at(30.1, 8.2, 3));
    has.bed(pencil.at(45.5, 6.4, 1), 4.6);
    has.bed(pencil.at(18.5, 21.8, 3), 5);
    has.bed(pencil.at(45.5, 21.6, 1), 6.2);
    has.wardrobe(pencil.at(40.4, 13.4, 0), 9);
    has.wardrobe(pencil.at(28, 13.4, 0), 5);
    has.plant(pencil.at(1.4, 27.4, 0));
  },
};

export const LAYOUTS = { studio, oneBedroom, twoBedrooms, threeBedrooms, corner };
