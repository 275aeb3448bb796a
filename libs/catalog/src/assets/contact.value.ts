import { defineFormat, isUrlWithoutCredentials } from '@app/platform/core';

/** An address that mail programs accept in a link, as browsers define it, with a domain of several parts. */
const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)+$/i;

/** As people write it: `+1 212 555 0134`, `(212) 555-0134`. */
const PHONE = /^\+?(?=(?:\D*\d){3})[\d(][\d ()./-]*$/;

const LINK = /^(https:\/\/[^\s/]|(mailto|tel):\S)[^\s\p{Cc}]*$/iu;

export const EMAIL_ADDRESS = { type: 'string', maxLength: 254, format: 'email-address' };
export const PHONE_NUMBER = { type: 'string', maxLength: 31, format: 'phone-number' };
export const CONTACT_URL = { type: 'string', maxLength: 2047, format: 'contact-url' };

defineFormat('email-address', (text) => EMAIL.test(text), 'must be an e-mail address');
defineFormat(
  'phone-number',
  (text) => PHONE.test(text),
  'must be a phone number: at least three digits, which may have a + in front and spaces, dots, hyphens, slashes or parentheses between them',
);
defineFormat(
  'contact-url',
  (text) => LINK.test(text) && text.isWellFormed() && isUrlWithoutCredentials(text),
  'must be a full https, mailto or tel URL without credentials',
);
