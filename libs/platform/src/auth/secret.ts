import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'pms_';
const RANDOM = 34;
const CHECK = 6;

/** Creates an API key: `pms_`, 34 random characters (202 bits) and their CRC-32 in 6 characters, so that typos and leaked keys are recognised offline. */
export function newSecret(): string {
  const random = Array.from({ length: RANDOM }, () => ALPHABET[randomInt(62)]).join('');
  return PREFIX + random + checksum(random);
}

export function isSecret(text: string): boolean {
  if (!/^pms_[0-9A-Za-z]{40}$/.test(text)) return false;
  const random = text.slice(PREFIX.length, PREFIX.length + RANDOM);
  return checksum(random) === text.slice(-CHECK);
}

/** A key issued by another service, which clients already use: at least 32 characters that a header can carry. */
const ADOPTED = /^[\x21-\x7e]{32,255}$/;

/** Whether a text has the form of a key; one that has not is rejected without a query. */
export const isKey = (text: string): boolean => (text.startsWith(PREFIX) ? isSecret(text) : ADOPTED.test(text));

export const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

function checksum(text: string): string {
  let value = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECK; i++) {
    digits = ALPHABET[value % 62] + digits;
    value = Math.floor(value / 62);
  }
  return digits;
}
