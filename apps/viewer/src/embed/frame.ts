import type { ViewerOptions } from '../host-api.js';

export interface EmbedOptions extends Omit<ViewerOptions, 'filters' | 'origin' | 'enable_api'> {
  /** of the embed: the last part of its address */
  key: string;
  /** as of the page's address, or options by the name of their filter */
  filters?: string | Record<string, string[]>;
  /** what assistive technology calls the frame */
  title?: string;
  /** a CSS length, or `auto` for the height that suits the width; otherwise the frame fills the element it stands in */
  height?: string;
  /** `lazy`: not before it comes near the viewport */
  loading?: 'eager' | 'lazy';
}

const script = document.currentScript as HTMLScriptElement | null;

/** The loader's own address: pages stand beside it, and `?global=` is read from it. */
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

/** What is not about the frame is a query parameter of the page, whatever later pages will understand. */
function pageAddress({ key, title, height, loading, theme = {}, filters, ...others }: EmbedOptions): string {
  if (!key) throw new TypeError('PropertyMap: no key');
  const url = new URL(encodeURIComponent(key), LOADER);
  const query = url.searchParams;
  const set = (name: string, value?: string | boolean) => value && query.set(name, value === true ? '1' : value);
  set('enable_api', true);
  // A sandboxed page and a file have no origin of their own.
  set('origin', location.origin !== 'null' && location.origin);
  set('filters', typeof filters === 'object' ? filterText(filters) : filters);
  for (const [name, value] of Object.entries(others)) set(name, value);
  for (const [token, value] of Object.entries(theme)) set(`theme.${token}`, value);
  return url.href;
}

/** What would be a separator is percent-encoded. */
const filterText = (filters: Record<string, string[]>): string =>
  Object.entries(filters)
    .map(([name, options]) => `${encodeURIComponent(name)}:${options.map(encodeURIComponent).join('|')}`)
    .join(';');

/** Waits for the page when a selector finds nothing yet. */
export async function findPlace(target: string | Element): Promise<Element> {
  const find = () => (typeof target === 'string' ? document.querySelector(target) : target);
  if (!find() && document.readyState === 'loading')
    await new Promise((settle) => document.addEventListener('DOMContentLoaded', settle, { once: true }));
  const place = find();
  if (!place) throw new TypeError(`PropertyMap: no such element: ${target as string}`);
  return place;
}
