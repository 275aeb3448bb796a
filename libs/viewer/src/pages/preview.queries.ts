import { FindMapDrawing } from '@app/mapping/contract';
import { RequestLimits } from '@app/platform/auth';
import { MiB } from '@app/platform/core';
import { Bulkhead } from '@app/platform/persistence';
import { Logger } from '@nestjs/common';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { LRUCache } from 'lru-cache';
import type { ViewerDocument } from '../composition/viewer-document.schema.js';
import { ViewPageDocument } from '../documents/viewer-document.queries.js';
import { previewName } from './preview-name.js';
import { renderPng } from './render-png.js';
import { type PictureRequest, ViewerProgram } from './viewer-program.js';

/** The image of a landing page for link previews. */
export interface Preview {
  name: string;
  png: Buffer;
}

/** @returns undefined for an unknown key or a page without a plan */
export class ViewPreview extends Query<Preview | undefined> {
  constructor(
    readonly key: string,
    readonly shown: Omit<PictureRequest, 'document'>,
    readonly clientAddress: string,
  ) {
    super();
  }
}

/** Maximum bytes of a background: the renderer rejects attributes of more than 10 MB, and Base64 takes a third more. */
const BACKGROUND = 7_000_000;
/** Bytes of rendered images kept. */
const KEPT = 16 * MiB;
const WAIT_MS = 30_000;
/** Requests as which the rendering of an image counts. */
const RENDERING = 30;

@QueryHandler(ViewPreview)
export class ViewPreviewHandler implements IQueryHandler<ViewPreview> {
  private readonly logger = new Logger('Viewer');
  private readonly kept = new LRUCache<string, Buffer>({ maxSize: KEPT, sizeCalculation: ({ length }) => length });
  /** Images are rendered one at a time, so that many requests do not slow down the process. */
  private readonly rendering = new Bulkhead(1, WAIT_MS);

  constructor(
    private readonly queries: QueryBus,
    private readonly program: ViewerProgram,
    private readonly limits: RequestLimits,
  ) {}

  async execute({ key, shown, clientAddress }: ViewPreview): Promise<Preview | undefined> {
    const viewed = await this.queries.execute(new ViewPageDocument('landing_page', key));
    if (viewed?.state !== 'ready') return undefined;
    const name = previewName(viewed.etag);
    const id = JSON.stringify([key, name, shown]);
    const png =
      this.kept.get(id) ??
      (await this.rendering.run(async () => {
        const keptMeanwhile = this.kept.get(id);
        if (keptMeanwhile) return keptMeanwhile;
        await this.limits.countPublic(clientAddress, RENDERING);
        const drawn = await this.draw({ document: JSON.parse(viewed.json) as ViewerDocument, ...shown });
        if (drawn) this.kept.set(id, drawn);
        return drawn;
      }));
    return png && { name, png };
  }

  private async draw(request: PictureRequest): Promise<Buffer | undefined> {
    const picture = await this.program.preparePicture(request);
    for (const { asset_id: asset, map_id: map } of picture.maps) {
      const drawing = await this.queries.execute(new FindMapDrawing(asset, map, BACKGROUND));
      if (!drawing) continue;
      const backgrounds = drawing.backgrounds.map(
        ({ mediaType, bytes }) => `data:${mediaType};base64,${bytes.toString('base64')}`,
      );
      try {
        return await renderPng(picture.draw(map, { ...drawing, backgrounds }));
      } catch (error) {
        this.logger.warn(
          { text: String(error) },
          'A preview cannot be rendered with its backgrounds; rendering it without them',
        );
        return renderPng(picture.draw(map, { ...drawing, backgrounds: [] }));
      }
    }
    return undefined;
  }
}
