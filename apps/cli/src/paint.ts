import { styleText } from 'node:util';
import type { Io } from './io.js';

type Style = Parameters<typeof styleText>[0];

/** Text for `io.out`, coloured where a terminal shows it. */
export const paint = (io: Pick<Io, 'colors'>, style: Style, text: string): string =>
  io.colors ? styleText(style, text, { validateStream: false }) : text;
