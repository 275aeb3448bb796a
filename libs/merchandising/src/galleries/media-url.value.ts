import { defineFormat, isUrlWithoutCredentials } from '@app/platform/core';

/** The address of a tour or video, which visitors open in a new window. */
export const MEDIA_URL = { type: 'string', format: 'https-url', maxLength: 2047 };

defineFormat(
  'https-url',
  (text) => /^https:\/\/[^\s\p{Cc}]+$/iu.test(text) && text.isWellFormed() && isUrlWithoutCredentials(text),
  'must be a full https URL without spaces and credentials',
);
