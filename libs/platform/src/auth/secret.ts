import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'pms_';
const RANDOM = 34;
const CHECK = 6;

/** A new API key: `pms_`, 34 random characters (202 bits) and a 6 character CRC-32 of them, so that typos and leaks show offline. */
export function newSecret(): string {
  const random = Array.from({ length: RANDOM }, () => ALPHABET[randomInt(62)]).join('');
  return PREFIX + random + checksum(random);
}

export function isSecret(text: string): boolean {
  if (!/^pms_[0-9A-Za-z]{40}$/.test(text)) return false;
  const random = text.slice(PREFIX.length, PREFIX.length + RANDOM);
  return checksum(random) === text.slice(-CHECK);
}

/** What another service gave out, and clients already have: long enough, and fit for a header. */
const ADOPTED = /^[\x21-\x7e]{32,255}$/;

/** Whether it can be a key at all: what cannot is refused without a look at the database. */
export const isKey = (text: string): boolean => (text.startsWith(PREFIX) ? isSecret(text) : ADOPTED.test(text));

/** What is stored of a key. */
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
