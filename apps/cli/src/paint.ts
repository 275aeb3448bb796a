import { styleText } from 'node:util';
import type { Io } from './io.js';

type Style = Parameters<typeof styleText>[0];

/** Colours text for `io.out` if it is a terminal. */
export const paint = (io: Pick<Io, 'colors'>, style: Style, text: string): string =>
  io.colors ? styleText(style, text, { validateStream: false }) : text;
