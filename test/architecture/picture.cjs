/** The arrows of the picture in docs/architecture.md. .dependency-cruiser.cjs allows these imports, and picture.spec.ts compares them with the code. */
const { readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const ROOT = join(__dirname, '../..');
const PAGE = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8');

const foldersOf = (folder) =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? `${folder}/${entry.name}` : [],
  );
const LAYERS = foldersOf('libs/platform/src').filter((layer) => !layer.endsWith('/migrations'));

/** Arrows as `[from, to]`, where both ends are folders. Boxes without a label are layers of the platform, otherwise libraries. */
function arrowsOf(page) {
  const picture = /```mermaid\n([^]*?)```/.exec(page)[1];
  const labels = new Map(
    [...picture.matchAll(/([\w-]+)\[((?:apps|libs)\/[\w-]+)\]/g)].map(([, id, folder]) => [id, folder]),
  );
  const folderOf = (end) => {
    const id = /[\w-]+/.exec(end)[0];
    const layer = `libs/platform/src/${id}`;
    return labels.get(id) ?? (LAYERS.includes(layer) ? layer : `libs/${id}`);
  };
  const chains = picture
    .split('\n')
    .filter((line) => line.includes('-->'))
    .map((line) => line.split('-->').map((ends) => ends.split('&').map(folderOf)));
  return chains
    .flatMap((chain) => chain.slice(1).flatMap((to, at) => chain[at].flatMap((from) => to.map((each) => [from, each]))))
    .filter(([, to]) => !['libs/postgres', 'libs/store'].includes(to));
}

/** Whether one folder reaches another, along one or more arrows. */
const reaches = (arrows, from, to) =>
  arrows.some(([start, end]) => start === from && (end === to || reaches(arrows, end, to)));

module.exports = { ROOT, PAGE, LAYERS, foldersOf, arrowsOf, reaches };
