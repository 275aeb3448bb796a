import type { ViewerOptions } from '../host-api.js';

export interface EmbedOptions extends Omit<ViewerOptions, 'filters' | 'origin' | 'enable_api'> {
  /** key of the embed, the last part of its URL */
  key: string;
  /** as in the URL of the page, or options by filter name */
  filters?: string | Record<string, string[]>;
  /** accessible name of the frame */
  title?: string;
  /** a CSS length, or `auto` to adapt the height to the content; default: the frame fills its parent element */
  height?: string;
  /** `lazy` loads the frame when it comes near the viewport */
  loading?: 'eager' | 'lazy';
}

const script = document.currentScript as HTMLScriptElement | null;

/** The URL of the loader: the base of page URLs, and the source of `?global=`. */
export const LOADER = new URL(
  script?.src || document.querySelector<HTMLScriptElement>('script[src*="/embed/api.js"]')?.src || location.href,
);

export function createFrame(options: EmbedOptions): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = options.title || 'Property map';
  frame.allow = 'fullscreen; clipboard-write; web-share';
  frame.loading = options.loading ?? 'eager';
  frame.src = pageAddress(options);
  const { height } = options;
  const size = height && height !== 'auto' ? { height } : { height: '100%', minHeight: '30rem' };
  Object.assign(frame.style, { display: 'block', width: '100%', border: '0', ...size });
  return frame;
}

/** Passes all options that do not concern the frame as query parameters, including those of later versions. */
function pageAddress({ key, title, height, loading, theme = {}, filters, ...others }: EmbedOptions): string {
  if (!key) throw new TypeError('PropertyMap: no key');
  const url = new URL(encodeURIComponent(key), LOADER);
  const query = url.searchParams;
  const set = (name: string, value?: string | boolean) => value && query.set(name, value === true ? '1' : value);
  set('enable_api', true);
  // Sandboxed pages and files have an opaque origin.
  set('origin', location.origin !== 'null' && location.origin);
  set('filters', typeof filters === 'object' ? filterText(filters) : filters);
  for (const [name, value] of Object.entries(others)) set(name, value);
  for (const [token, value] of Object.entries(theme)) set(`theme.${token}`, value);
  return url.href;
}

/** Separators within names are percent-encoded. */
const filterText = (filters: Record<string, string[]>): string =>
  Object.entries(filters)
    .map(([name, options]) => `${encodeURIComponent(name)}:${options.map(encodeURIComponent).join('|')}`)
    .join(';');

/** Finds the target; waits for the page to load if a selector matches nothing yet. */
export async function findPlace(target: string | Element): Promise<Element> {
  const find = () => (typeof target === 'string' ? document.querySelector(target) : target);
  if (!find() && document.readyState === 'loading')
    await new Promise((settle) => document.addEventListener('DOMContentLoaded', settle, { once: true }));
  const place = find();
  if (!place) throw new TypeError(`PropertyMap: no such element: ${target as string}`);
  return place;
}
