import type { Command } from '../command.js';
import { withContexts } from '../connect.js';
import { step } from '../progress.js';
import { requireValid } from './check.js';
import { readDeclaration } from './document.js';
import { provision as run } from './provision.js';
import { reportJson, reportText } from './report.js';

export const provision: Command = {
  name: 'provision',
  parameters: ['FILE'],
  summary: 'Makes the database match a declared document (YAML)',
  details: `A thing is found by its name within its parent (units by building and number, assets also by id), created when missing,
changed when different, never deleted. All in one transaction: a fault names its line and changes nothing.
May be run again: what is as declared stays untouched. README.md shows the format.`,
  options: {
    json: { type: 'boolean', help: 'machine output: every id, and the secrets of keys made new' },
  },
  async run({ parameters, flags }, io) {
    const declaration = await readDeclaration(parameters[0]!);
    requireValid(declaration); // before a database is started for it
    const outcomes = await withContexts(io, (app) => step(io, 'Provisioning', () => run(app, declaration)));
    io.out(flags['json'] ? JSON.stringify(reportJson(outcomes), null, 2) : reportText(outcomes));
  },
};
