import type { Item } from '../../provision/section.js';
import type { SourceServer } from './source-server.js';

/** The image of a field; null removes the image on this server, and an unavailable image leaves it unchanged. */
export async function imageOf(source: SourceServer, field: string, url: string | null | undefined): Promise<Item> {
  if (!url) return { [field]: null };
  const image = await source.present(url);
  return image === undefined ? {} : { [field]: image };
}
