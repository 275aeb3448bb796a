import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Content } from './content-response.js';

const MEDIA_TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
  '.map': 'application/json',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** The folder of a program for browsers that the build made. */
export const builtFolder = (name: string): string => join(root(), 'dist', name);

/** The root folder of the checkout or image, for compiled and source code. */
function root(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

/** The files of a folder by name, without its manifest. */
export async function readContents(folder: string): Promise<ReadonlyMap<string, Content>> {
  const names = (await readdir(folder)).filter((name) => name !== 'manifest.json');
  return new Map(await Promise.all(names.map(async (name) => [name, await contentOf(join(folder, name))] as const)));
}

async function contentOf(path: string): Promise<Content> {
  const ending = /\.\w+$/.exec(path)?.[0] ?? '';
  return new Content(await readFile(path), MEDIA_TYPES[ending] ?? 'application/octet-stream');
}
