import type { StartPageLink } from './start-page.js';

/** Another API of the same installation. */
export interface SiblingApi {
  title: string;
  description: string;
  port: number;
  publicUrl: string | undefined;
}

/**
 * Links to the sibling API. Without a public URL, the link uses its port, but only for clients that reached this API by its own port.
 * @param base address under which the client reached this API
 */
export function linkTo(sibling: SiblingApi | undefined, base: string, ownPort: number): StartPageLink[] {
  if (!sibling) return [];
  const { title, description, port, publicUrl } = sibling;
  const url = new URL(base);
  const isOnOwnPort = port !== 0 && url.port === String(ownPort);
  const href = publicUrl ?? (isOnOwnPort && `${url.protocol}//${url.hostname}:${port}`);
  return href ? [{ href, text: title, remark: description }] : [];
}
