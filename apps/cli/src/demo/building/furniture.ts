import type { Pencil } from './pencil.js';

/** Pieces at the wall behind them: `x` is along the wall from their middle, `y` away from it, in feet. */

export function bed(pencil: Pencil, width = 5.2): void {
  const half = width / 2;
  pencil.box('furniture', -half, 0.2, width, 6.7);
  for (const x of [-half + 0.35, 0.25]) pencil.box('furniture', x, 0.5, half - 0.6, 1.3);
  pencil.line('furniture', [-half, 2.6], [half, 2.6]);
  pencil.line('furniture', [-half, 3.4], [half, 2.6]);
  for (const x of [-half - 1.7, half + 0.3]) pencil.box('furniture', x, 0.2, 1.4, 1.4);
}

export function sofa(pencil: Pencil, width = 7): void {
  const half = width / 2;
  pencil.box('furniture', -half, 0.3, width, 3);
  pencil.line('furniture', [-half + 0.6, 3.3], [-half + 0.6, 1], [half - 0.6, 1], [half - 0.6, 3.3]);
  pencil.line('furniture', [0, 1], [0, 3.3]);
  pencil.box('furniture', -1.8, 4.8, 3.6, 1.9);
}

export function television(pencil: Pencil): void {
  pencil.box('furniture', -2.6, 0.2, 5.2, 1.2);
  pencil.line('furniture', [-2, 0.7], [2, 0.7]);
}

/** A table with chairs around its middle. */
export function table(pencil: Pencil, seats: 2 | 4 | 6): void {
  const length = seats === 6 ? 5.6 : seats === 4 ? 4 : 2.4;
  pencil.box('furniture', -1.4, -length / 2, 2.8, length);
  const rows = seats / 2;
  for (let row = 0; row < rows; row += 1)
    for (const x of [-2.9, 1.7])
      pencil.box('furniture', x, -length / 2 + (length / rows) * (row + 0.5) - 0.6, 1.2, 1.2);
}

/** A counter with refrigerator, sink and hob. */
export function kitchen(pencil: Pencil, width = 9): void {
  const half = width / 2;
  pencil.line('fixture', [-half, 0.1], [-half, 2.2], [half, 2.2], [half, 0.1]);
  pencil.line('fixture', [-half + 2.8, 0.1], [-half + 2.8, 2.2]);
  pencil.line('furniture', [-half, 0.1], [-half + 2.8, 2.2]);
  pencil.line('furniture', [-half, 2.2], [-half + 2.8, 0.1]);
  pencil.box('furniture', -0.9, 0.5, 2, 1.2);
  for (const x of [half - 2.1, half - 0.9]) for (const y of [0.7, 1.6]) pencil.circle('furniture', x, y, 0.36);
}

export function island(pencil: Pencil, width = 5.8): void {
  pencil.box('fixture', -width / 2, 0, width, 2.6);
  for (const x of [-1.7, 0, 1.7]) pencil.circle('furniture', x, 3.5, 0.6);
}

export function tub(pencil: Pencil): void {
  pencil.box('fixture', -2.5, 0.2, 5, 2.5);
  pencil.circle('furniture', 0, 1.45, 2.1, 0.95);
}

export function shower(pencil: Pencil, width = 3.6): void {
  const half = width / 2;
  pencil.box('fixture', -half, 0.2, width, 3.2);
  pencil.line('furniture', [-half, 0.2], [half, 3.4]);
  pencil.line('furniture', [half, 0.2], [-half, 3.4]);
}

export function toilet(pencil: Pencil): void {
  pencil.box('fixture', -0.85, 0.2, 1.7, 0.7);
  pencil.circle('fixture', 0, 1.7, 0.7, 0.85);
}

export function basin(pencil: Pencil, width = 3.4): void {
  pencil.box('fixture', -width / 2, 0.2, width, 1.7);
  pencil.circle('furniture', 0, 1.05, 0.7, 0.5);
}

export function machines(pencil: Pencil): void {
  for (const x of [-2.6, 0.1]) {
    pencil.box('fixture', x, 0.3, 2.5, 2.4);
    pencil.circle('furniture', x + 1.25, 1.5, 0.85);
  }
}

export function wardrobe(pencil: Pencil, width: number): void {
  pencil.line('furniture', [-width / 2, 1.1], [width / 2, 1.1]);
  for (let x = -width / 2 + 0.4; x < width / 2; x += 0.55) pencil.line('furniture', [x, 0.5], [x + 0.15, 1.7]);
}

export function armchair(pencil: Pencil): void {
  pencil.box('furniture', -1.4, 0.3, 2.8, 2.7);
  pencil.line('furniture', [-0.9, 3], [-0.9, 0.9], [0.9, 0.9], [0.9, 3]);
}

export function plant(pencil: Pencil): void {
  pencil.circle('furniture', 0, 0, 0.8);
  for (const turn of [0, 1, 2, 3, 4, 5]) {
    const [x, y] = [Math.cos((turn * Math.PI) / 3), Math.sin((turn * Math.PI) / 3)];
    pencil.line('furniture', [0.2 * x, 0.2 * y], [0.75 * x, 0.75 * y]);
  }
}
