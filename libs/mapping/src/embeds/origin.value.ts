import { defineFormat, parseUrl } from '@app/platform/core';

/** JSON Schema of a web origin, as browsers serialise it. */
export const ORIGIN = { type: 'string', maxLength: 255, format: 'web-origin' };

defineFormat(
  'web-origin',
  isOrigin,
  'must be the origin of a web page, such as https://www.example.com, without a path',
);

/** Names and addresses only: the URL standard allows more characters in a host, of which Content-Security-Policy reads `*` and `;`. */
const FORM = /^https?:\/\/(?:[\w-]+(?:\.[\w-]+)*|\[[\da-f:]+\])(?::\d+)?$/;

function isOrigin(text: string): boolean {
  return FORM.test(text) && parseUrl(text)?.origin === text;
}
