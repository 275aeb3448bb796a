import { rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Database, UnitOfWork } from '@app/platform/persistence';
import { FileStore } from '@app/platform/files';
import { stringify } from 'yaml';
import type { Command } from '../command.js';
import { requireDatabase } from '../connect.js';
import { withContexts } from '../contexts.js';
import { counted } from '../counted.js';
import { CommandError } from '../errors.js';
import { step } from '../progress.js';
import { requireValid } from '../provision/check.js';
import { exportAsset } from './export-asset.js';
import { ExportedFiles } from './exported-files.js';

const DOCUMENT = 'asset.yaml';
const ONE_MOMENT = 'set transaction isolation level repeatable read, read only';

export const exportCommand: Command = {
  name: 'export',
  parameters: ['ASSET_ID'],
  summary: 'Writes an asset as a provision file, with its images and drawings',
  details: `Writes ${DOCUMENT} and the folder files; existing ones are replaced. The document contains no prices, API keys or keys of
viewer pages, and no embeds that show other assets too. It refers to resources by name, or by id if several have the name.`,
  options: { output: { type: 'string', value: 'DIR', help: 'folder to write to; default: asset-ASSET_ID' } },
  async run({ parameters, options }, io) {
    requireDatabase(io);
    const [id] = parameters as [string];
    const directory = resolve(options['output'] ?? `asset-${id}`);
    const count = await withContexts(io, (app) =>
      step(io, 'Exporting', async () => {
        const files = new ExportedFiles(app.get(FileStore));
        const value = await app.get(UnitOfWork).run(async () => {
          await app.get(Database).execute(ONE_MOMENT);
          return exportAsset(app, id, files);
        });
        await requireNames(id, value);
        await write(directory, files, stringify(value, { lineWidth: 0, aliasDuplicateObjects: false }));
        return files.count;
      }),
    );
    io.out(`Wrote ${join(directory, DOCUMENT)} and ${counted(count, 'file')}`);
  },
};

/** Writes the document last, and renames it, so that there is none of a part of its files. */
async function write(directory: string, files: ExportedFiles, document: string): Promise<void> {
  const path = join(directory, DOCUMENT);
  const draft = `${path}.part`;
  try {
    await files.write(directory);
    await writeFile(draft, document);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new CommandError(`${directory} cannot be written: ${(error as Error).message}`);
  }
}

/** Rejects what a document cannot express, which is a bug. */
async function requireNames(id: string, value: unknown): Promise<void> {
  try {
    await requireValid({ value });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw new CommandError(`Asset ${id} cannot be named in a document:\n${error.message}`);
  }
}
