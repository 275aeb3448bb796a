import { randomInt } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 11;

/** What names a page of the viewer in its address: random (56 bits), so that a page is found by its link only. */
export const newViewerKey = (): string => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(36)]).join('');
