import { createHash } from 'node:crypto';

interface Policy {
  /** origins of its files, besides the page's own */
  sources: readonly string[];
  /** origins of pages that may frame it; empty = all, also files and sandboxed pages, which `frame-ancestors *` excludes */
  ancestors: readonly string[];
}

/** Headers of an HTML page. Inline styles are allowed by hash instead of a nonce, so that the page is identical every time. */
export function pageHeaders(html: string, { sources, ancestors }: Policy): Record<string, string> {
  const own = ["'self'", ...sources].join(' ');
  const styles = [...html.matchAll(/<style[^>]*>([^<]*)<\/style>/g)].map(([, text]) => ` 'sha256-${sha256(text!)}'`);
  const policy = [
    "default-src 'none'",
    `script-src ${own}`,
    `style-src ${own}${styles.join('')}`,
    `img-src ${own} data:`,
    `connect-src ${own}`,
    'frame-src https: http:',
    "base-uri 'none'",
    "form-action 'none'",
    ...(ancestors.length > 0 ? [`frame-ancestors 'self' ${ancestors.join(' ')}`] : []),
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Content-Type-Options': 'nosniff',
  };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');
