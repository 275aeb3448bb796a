import { defineFormat, isUrlWithoutCredentials } from '@app/platform/core';
import { partsOf } from './url-template.value.js';

/** Maximum length in characters (docs/contract/decisions.md, Merchandising). */
const MAX_TEMPLATE_LENGTH = 2047;

/** JSON Schema of a URL template; excludes `javascript:` and `data:`, because visitors follow the URLs. */
export const URL_TEMPLATE = { type: 'string', maxLength: MAX_TEMPLATE_LENGTH, format: 'url-template' };

defineFormat(
  'url-template',
  isUrlTemplate,
  "must be a full http, https, mailto or tel URL without credentials, whose {{ variables }} are closed, and have no other filter than date('...')",
);

export function isUrlTemplate(text: string): boolean {
  const parts = partsOf(text);
  if (!parts || !text.isWellFormed() || text.includes('\0')) return false;
  const filled = parts.map((part) => (typeof part === 'string' ? part : 'x')).join('');
  return /^(https?:\/\/[^\s/]|(mailto|tel):\S)\P{Cc}*$/iu.test(filled) && isUrlWithoutCredentials(filled);
}
