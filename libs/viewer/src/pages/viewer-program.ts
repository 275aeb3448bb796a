import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { MapDrawing } from '@app/mapping/contract';
import { Injectable } from '@nestjs/common';
import type { ViewerDocument } from '../composition/viewer-document.schema.js';
import { builtFolder, readContents } from './built-files.js';
import type { Content } from './content-response.js';

/** The input of the page renderer: `PageRequest` in apps/viewer/src/page.ts. */
export interface PageRequest {
  document?: ViewerDocument;
  state: string;
  options: Record<string, unknown>;
  locale: string;
  today: string;
  urls: { self: string; canonical: string; document: string; preview?: string; assets: string };
  manifest: Manifest;
  nonce: string;
  is_framed?: boolean;
  allowed_origins?: string[];
}

/** Names of the files for browsers. */
interface Manifest {
  script: string;
  imports: string[];
  style: string;
  loader?: string;
  types?: string;
}

/** The input of the picture for link previews: `PictureRequest` in apps/viewer/src/picture.ts. */
export interface PictureRequest {
  document: ViewerDocument;
  unit?: string;
  locale: string;
}

export interface Picture {
  /** maps in the order in which they are tried */
  maps: { asset_id: string; map_id: string }[];
  /** @returns SVG. Backgrounds are data URLs */
  draw(map: string, drawing: Omit<MapDrawing, 'backgrounds'> & { backgrounds: string[] }): string;
}

interface Program {
  manifest: Manifest;
  renderPage(page: PageRequest): { html: string; status: number };
  preparePicture(request: PictureRequest): Picture;
  /** files for browsers, by name */
  files: ReadonlyMap<string, Content>;
}

/** The browser program built by apps/viewer/build.mjs, loaded with the first request. */
@Injectable()
export class ViewerProgram {
  private loaded: Promise<Program> | undefined;

  async render(page: Omit<PageRequest, 'manifest' | 'nonce'>): Promise<{ html: string; status: number }> {
    const { renderPage, manifest } = await this.load();
    return renderPage({ ...page, manifest, nonce: '' });
  }

  async preparePicture(request: PictureRequest): Promise<Picture> {
    return (await this.load()).preparePicture(request);
  }

  /** A file for browsers; undefined for an unknown name. */
  async file(name: string): Promise<Content | undefined> {
    return (await this.load()).files.get(name);
  }

  /** A file that host pages load under a fixed name. */
  async named(part: 'loader' | 'types'): Promise<Content | undefined> {
    const { manifest } = await this.load();
    return manifest[part] === undefined ? undefined : this.file(manifest[part]);
  }

  private load(): Promise<Program> {
    this.loaded ??= load(builtFolder('viewer')).catch((error: unknown) => {
      this.loaded = undefined;
      throw error;
    });
    return this.loaded;
  }
}

async function load(folder: string): Promise<Program> {
  const client = join(folder, 'client');
  const manifest = JSON.parse(await readFile(join(client, 'manifest.json'), 'utf8')) as Manifest;
  const { renderPage, preparePicture } = (await import(
    pathToFileURL(join(folder, 'server', 'render.js')).href
  )) as Program;
  const files = await readContents(client);
  return { manifest, renderPage, preparePicture, files };
}
