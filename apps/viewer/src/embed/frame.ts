import type { ViewerOptions } from '../host-api.js';

export interface EmbedOptions extends Omit<ViewerOptions, 'filters' | 'origin' | 'enable_api'> {
  /** key of the embed, the last part of its URL */
  key: string;
  /** URL of the service; default: `data-server` of the script, otherwise the origin of the loader */
  server?: string;
  /** as in the URL of the page, or options by filter name */
  filters?: string | Record<string, string[]>;
  /** accessible name of the frame */
  title?: string;
  /** a number of pixels, a CSS length, or `auto` to adapt the height to the content; default: the frame fills its parent element */
  height?: string | number;
  /** `lazy` loads the frame when it comes near the viewport */
  loading?: 'eager' | 'lazy';
}

/** The script that tells where the service is: by `data-server`, or because it is the loader. This script itself comes first. */
const script = [document.currentScript as HTMLScriptElement | null, ...document.scripts].find(
  (each) => each?.dataset['server'] ?? each?.src.includes('/embed/api.js'),
);

const pagesOf = (server: string) => new URL(`${server.replace(/\/$/, '')}/embed/`, location.href);

/** The base of page URLs, and the source of `?global=`. */
export const LOADER = script && (script.dataset['server'] ? pagesOf(script.dataset['server']) : new URL(script.src));

export function createFrame(options: EmbedOptions): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.title = options.title || 'Property map';
  frame.allow = 'fullscreen; clipboard-write; web-share';
  frame.loading = options.loading ?? 'eager';
  frame.src = pageAddress(options);
  const { style } = frame;
  const { height } = options;
  style.cssText = 'display:block;width:100%;height:100%;border:0';
  if (height && height !== 'auto') style.height = `${height}`.replace(/^[\d.]+$/, '$&px'); // ignored unless valid
  if (style.height === '100%') style.minHeight = '36rem';
  return frame;
}

/** Passes all options that do not concern the frame as query parameters, including those of later versions. */
function pageAddress({ key, server, title, height, loading, theme = {}, filters, ...others }: EmbedOptions): string {
  if (!key) throw new TypeError('PropertyMap: no key');
  const base = server ? pagesOf(server) : LOADER;
  if (!base) throw new TypeError('PropertyMap: no `server`, no script with `data-server`');
  const url = new URL(encodeURIComponent(key), base);
  const parameters: Record<string, unknown> = {
    enable_api: 1,
    // Sandboxed pages and files have an opaque origin.
    origin: self.origin !== 'null' && self.origin,
    filters: typeof filters === 'object' ? filterText(filters) : filters,
    ...others,
  };
  for (const [token, value] of Object.entries(theme)) parameters[`theme.${token}`] = value;
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value as string);
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
