import { defineFormat, parseUrl } from '@app/platform/core';

/** JSON Schema of a web origin, as browsers serialise it. */
export const ORIGIN = { type: 'string', maxLength: 255, format: 'web-origin' };

defineFormat(
  'web-origin',
  isOrigin,
  'must be the origin of a web page, such as https://www.example.com, without a path',
);

function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && parseUrl(text)?.origin === text;
}
