import type { Command } from './command.js';

/** All commands by first word or full name, in the order of the help. Imported on demand, because some load the whole service. */
const COMMANDS: Record<string, () => Promise<Command | Command[]>> = {
  start: async () => (await import('./start/start.js')).start,
  migrate: async () => (await import('./migrate.js')).migrateCommand,
  backup: async () => (await import('./backup/backup-command.js')).backup,
  restore: async () => (await import('./backup/restore-command.js')).restore,
  keys: async () => (await import('./keys/key-commands.js')).keyCommands,
  webhooks: async () => (await import('./webhooks/webhook-commands.js')).webhookCommands,
  provision: async () => (await import('./provision/provision-command.js')).provision,
  export: async () => (await import('./export/export-command.js')).exportCommand,
  'import nyc': async () => (await import('./import/nyc/nyc-command.js')).importNyc,
  'import mits': async () => (await import('./import/mits/mits-command.js')).importMits,
  'import csv': async () => (await import('./import/csv/csv-command.js')).importCsv,
  'import units': async () => (await import('./import/units/units-command.js')).importUnits,
  'import expenses': async () => (await import('./import/expenses/expenses-command.js')).importExpenses,
  'import service': async () => (await import('./import/service/service-command.js')).importService,
  audit: async () => (await import('./audit/audit-command.js')).audit,
  status: async () => (await import('./inspect/status-command.js')).status,
  doctor: async () => (await import('./inspect/doctor-command.js')).doctor,
  accounts: () => creating('accounts'),
  assets: () => listOf('assets'),
  processes: async () => [...(await listOf('processes')), ...(await creating('processes'))],
  transactions: () => listOf('transactions'),
  maps: () => listOf('maps'),
  unbound: () => listOf('unbound'),
  embeds: async () => [...(await listOf('embeds')), ...(await creating('embeds'))],
  open: async () => (await import('./inspect/open-command.js')).open,
  logs: async () => (await import('./logs/logs-command.js')).logs,
  demo: async () => (await import('./demo/demo-command.js')).demo,
  mcp: async () => (await import('./mcp/mcp-command.js')).mcp,
  completion: async () => (await import('./completion/completion-command.js')).completion(loadCommands),
  openapi: async () => (await import('./openapi.js')).openapi,
};

const listOf = async (things: string): Promise<Command[]> =>
  (await import('./inspect/list-commands.js')).listCommands.filter(({ name }) => name === `${things} list`);

const creating = async (things: string): Promise<Command[]> =>
  (await import('./create/create-commands.js')).createCommands.filter(({ name }) => name === `${things} create`);

/** Loads the command that the arguments name; returns all commands for help and suggestions. */
export async function commandsFor(args: string[]): Promise<Command[]> {
  const [first = '', second = ''] = args;
  if (first === '--version') return [];
  const group = groupOf(first, second);
  return group === undefined || args.includes('--help') || args.includes('-h') ? loadCommands() : loadGroup(group);
}

/** Loads all commands, and with them most of the service. */
export async function loadCommands(): Promise<Command[]> {
  const commands: Command[] = [];
  for (const group of Object.keys(COMMANDS)) commands.push(...(await loadGroup(group)));
  return commands;
}

const loadGroup = async (group: string): Promise<Command[]> => [await COMMANDS[group]!()].flat();

const groupOf = (first: string, second: string): string | undefined =>
  [`${first} ${second}`, first].find((name) => Object.hasOwn(COMMANDS, name));
