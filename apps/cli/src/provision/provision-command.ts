import type { Command } from '../command.js';
import { withContexts } from '../contexts.js';
import { withMigratedDatabase } from '../dry-run.js';
import { step } from '../progress.js';
import { requireValid } from './check.js';
import { readDeclaration } from './document.js';
import { applyDeclaration } from './provision.js';
import { planText, reportJson, reportText } from './report.js';

export const provision: Command = {
  name: 'provision',
  parameters: ['FILE'],
  summary: 'Makes the database match a provision file (YAML)',
  details: `A resource is found by its name within its parent (units by building and number, assets also by id), created if missing,
changed if different, and deleted only with --prune. Files are relative to the document. All in one transaction: an
error names its line and changes nothing. May be repeated: unchanged resources are left alone. docs/cli.md shows the format.`,
  options: {
    'dry-run': { type: 'boolean', help: 'reports the changes without making them' },
    prune: {
      type: 'boolean',
      help: 'deletes resources that a list of the file does not name: units: [] deletes all units of its asset',
    },
    json: { type: 'boolean', help: 'prints JSON: every id, and the secrets of new keys' },
  },
  async run({ parameters, flags }, io) {
    const declaration = await readDeclaration(parameters[0]!);
    await requireValid(declaration); // before a database is started
    const options = { prune: flags['prune'] ?? false, dryRun: flags['dry-run'] ?? false };
    const within = options.dryRun ? withMigratedDatabase : withContexts;
    const done = await within(io, (app) => step(io, 'Provisioning', () => applyDeclaration(app, declaration, options)));
    if (flags['json']) io.out(JSON.stringify(reportJson(done, options.dryRun), null, 2));
    else io.out(options.dryRun ? planText(done) : reportText(done));
  },
};
