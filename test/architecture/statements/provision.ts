import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FileStore } from '@app/platform/files';
import { stringify, parse } from 'yaml';
import { exportAsset } from '../../../apps/cli/src/export/export-asset.js';
import { ExportedFiles } from '../../../apps/cli/src/export/exported-files.js';
import { readDeclaration } from '../../../apps/cli/src/provision/document.js';
import { applyDeclaration } from '../../../apps/cli/src/provision/provision.js';
import { DOCUMENT, placeFiles } from '../../cli/everything.js';
import type { Operator } from '../../cli/run.js';
import type { Step, Given, Sample } from './sample.js';

type Item = Record<string, unknown>;
type Whole = Record<'accounts' | 'assets', [Item]>;

const emptied = (item: Item): Item =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, Array.isArray(value) ? [] : value]));

/** Each with the ids of the first run, which are kept if they are free. */
const WITH_IDS = DOCUMENT.replaceAll('Harbour Living', 'Quay Homes').replace(
  '{name: North}',
  '{id: "901", name: North}',
);
const CHANGED = WITH_IDS.replace('area: 642', 'area: 643').replace('sort: 1', 'sort: 2');
const EMPTIED = () => {
  const { accounts, assets, ...rest } = parse(CHANGED) as Whole;
  return stringify({
    ...rest,
    accounts: accounts.map((each) => ({ ...each, embeds: [] })),
    assets: assets.map(emptied),
  });
};

const provision =
  (document: () => string, prune = false): Step =>
  async ({ contexts }) => {
    const folder = mkdtempSync(join(tmpdir(), 'statements-'));
    const file = (name: string, content: string | Buffer): string => {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      return path;
    };
    await placeFiles({ file } as unknown as Operator);
    await applyDeclaration(contexts, await readDeclaration(file('file.yaml', document())), { prune });
    rmSync(folder, { recursive: true });
  };

async function exportLatest({ app, contexts }: Given): Promise<void> {
  const [asset] = await app.sql<{ id: string }>(`select id::text from catalog.asset where name = 'Rope Works'`);
  await exportAsset(contexts, asset!.id, new ExportedFiles(contexts.get(FileStore)));
}

/** They run once: each context shows its own statements. */
export const PROVISIONING: readonly Sample[] = [
  ['provision FILE', provision(() => WITH_IDS)],
  ['provision FILE, changed', provision(() => CHANGED)],
  ['export', exportLatest],
  ['provision FILE --prune, with empty lists', provision(EMPTIED, true)],
];
