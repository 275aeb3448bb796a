import type { ApiRequest, ApiResponse } from './request.js';
import type { FileStore } from '../files/file-store.js';
import { OwnResponse } from './own-response.js';
import { rejectFile, sendFile } from './serve-files.js';

/** A stored file as a response, to download rather than display; the operation controls access. */
export class FileResponse extends OwnResponse {
  /** @param clientName file name of the download */
  constructor(
    private readonly store: FileStore,
    private readonly name: string,
    private readonly mediaType: string,
    private readonly clientName: string,
  ) {
    super();
  }

  send(request: ApiRequest, response: ApiResponse): void {
    const headers = {
      'Content-Disposition': disposition(this.clientName),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'private, no-cache',
    };
    const { name, mediaType } = this;
    sendFile(this.store, request, response, { name, mediaType, headers }).catch((error: unknown) =>
      rejectFile(request, response, error),
    );
  }
}

/** RFC 6266: an ASCII fallback, and the full name in UTF-8. */
function disposition(clientName: string): string {
  const name = clientName.replace(/[/\\\p{Cc}]/gu, '_').toWellFormed();
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${name.replace(/[^\x20-\x7e]|["%]/g, '_')}"; filename*=UTF-8''${encoded}`;
}
