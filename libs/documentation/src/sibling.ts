import type { StartPageLink } from './start-page.js';

/** Another API of the same installation. */
export interface SiblingApi {
  title: string;
  description: string;
  port: number;
  publicUrl: string | undefined;
}

/**
 * A link to it, if its address is known. Without a public URL, clients that reach this API on its own port can reach the other on its own, too.
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
