import { randomInt } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 11;

/** Whether the text can be a viewer key; URLs of other servers may end in something else. */
export const isViewerKey = (text: string): boolean => /^[a-z0-9]{11}$/.test(text);

/** Creates the random key (56 bits) in the URL of a viewer page, so that only its link leads to it. */
export const newViewerKey = (): string => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(36)]).join('');

/** Keys of the demonstration's pages, which are public. */
export const DEMO_KEYS = { embed: 'demoembed01', landingPage: 'demopage001' } as const;
