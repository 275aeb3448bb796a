import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ApiRequest, type ApiResponse, problemOf, sendProblem } from '@app/platform/rest';
import { notFound } from '@app/platform/core';
import { StartPageLinks } from '@app/documentation';
import { builtFolder, Content, ContentResponse, readContents } from '@app/viewer';
import type { NestExpressApplication } from '@nestjs/platform-express';

/** Allows the files and operations of this server only, because the page holds an API key. */
const POLICY = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `frame-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

const HEADERS = {
  'Content-Security-Policy': POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};
const PAGE = { ...HEADERS, 'Cache-Control': 'no-cache' };
const FILE = { ...HEADERS, 'Cache-Control': 'public, max-age=31536000, immutable' };

/** Serves the console at `/console`: one page for all its addresses, and its files. They are read with the first request. */
export function serveConsole(app: NestExpressApplication): void {
  app.get(StartPageLinks).add({
    href: '/console',
    text: 'Console',
    remark: 'Feeds, prices and units of the assets that your API key sees.',
  });
  let program: Promise<Program> | undefined;
  const load = () =>
    (program ??= read().catch((error: unknown) => {
      program = undefined;
      throw error;
    }));
  app.use('/console', (request: ApiRequest, response: ApiResponse, next: () => void) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    load()
      .then((loaded) => respond(loaded, request).send(request, response))
      .catch((error: unknown) => sendProblem(request, response, problemOf(error, request)));
  });
}

interface Program {
  manifest: { script: string; style: string };
  files: ReadonlyMap<string, Content>;
}

async function read(): Promise<Program> {
  const folder = builtFolder('console');
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Program['manifest'];
  return { manifest, files: await readContents(folder) };
}

/** @throws Problem 404 */
function respond({ manifest, files }: Program, { path, base }: ApiRequest): ContentResponse {
  const [, name] = /^\/files\/(.*)$/.exec(path) ?? [];
  if (name === undefined) return new ContentResponse(pageOf(manifest, base), PAGE);
  const file = files.get(name);
  if (!file) throw notFound('File');
  return new ContentResponse(file, FILE);
}

/** @param base address of the server, as the client reached it, perhaps with a path */
function pageOf({ script, style }: Program['manifest'], base: string): Content {
  const root = new URL(base).pathname.replace(/\/$/, '');
  const html = [
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Console</title>',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<meta name="root" content="${root}"><link rel="icon" href="data:,">`,
    `<link rel="stylesheet" href="${root}/console/files/${style}">`,
    `<script type="module" src="${root}/console/files/${script}"></script>`,
    '</head><body><noscript>The console needs JavaScript.</noscript></body></html>',
  ].join('\n');
  return new Content(Buffer.from(html), 'text/html; charset=utf-8');
}
