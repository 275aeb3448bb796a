import { parseArgs } from 'node:util';
import { UsageFault } from './faults.js';
import type { Io } from './io.js';

export interface Option {
  type: 'string' | 'boolean';
  /** what stands for the value in the help */
  value?: string;
  help: string;
  required?: boolean;
}

export interface Input {
  options: Record<string, string | undefined>;
  flags: Record<string, boolean>;
  /** one for each of the command's `parameters` */
  parameters: string[];
}

/** A command of the command line: the one declaration of its name, options, help and work. */
export interface Command {
  /** one word, or two: `keys create` */
  name: string;
  /** names of what stands after the command without an option, all required */
  parameters?: string[];
  summary: string;
  /** paragraphs of the help */
  details?: string;
  options?: Record<string, Option>;
  /** for developers: left out of the overall help */
  hidden?: boolean;
  run(input: Input, io: Io): Promise<void>;
}

const HELP = { type: 'boolean', short: 'h' } as const;

/** @returns undefined when help is asked for @throws UsageFault */
export function parse(command: Command, args: string[]): Input | undefined {
  const options = Object.entries(command.options ?? {});
  const parsed = read(command, args, Object.fromEntries(options.map(([name, { type }]) => [name, { type }])));
  if (parsed.values['help']) return undefined;
  const wanted = command.parameters ?? [];
  const given = parsed.positionals;
  if (given.length < wanted.length) throw new UsageFault(`${wanted[given.length]} is missing`, command.name);
  if (given.length > wanted.length) throw new UsageFault(`"${given[wanted.length]}" is too much`, command.name);
  for (const [name, { required }] of options)
    if (required && !parsed.values[name]) throw new UsageFault(`--${name} is missing`, command.name);
  const values = Object.entries(parsed.values);
  return {
    options: Object.fromEntries(values.filter(([, value]) => typeof value === 'string')) as Input['options'],
    flags: Object.fromEntries(values.filter(([, value]) => typeof value === 'boolean')) as Input['flags'],
    parameters: given,
  };
}

function read(command: Command, args: string[], options: Record<string, { type: 'string' | 'boolean' }>) {
  try {
    const { values, positionals } = parseArgs({ args, options: { ...options, help: HELP }, allowPositionals: true });
    return { values: values as Record<string, string | boolean | undefined>, positionals };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('ERR_PARSE_ARGS')) throw error;
    throw new UsageFault(message.split(/[.\n]/, 1)[0]!, command.name);
  }
}

const CALL = 'npm run cli --';

export function usage({ name, parameters = [], options = {} }: Command): string {
  const shown = Object.entries(options).map(([option, { value, required }]) => {
    const text = value === undefined ? `--${option}` : `--${option} ${value}`;
    return required ? text : `[${text}]`;
  });
  return [CALL, name, ...parameters, ...shown].join(' ');
}

/** The help of one command. */
export function helpOf(command: Command): string {
  const options = Object.entries({ ...command.options, help: { help: 'this text' } as Option });
  const rows = options.map(([name, { value, help }]) => [`--${name}${value ? ` ${value}` : ''}`, help] as const);
  const parts = [command.summary, `  ${usage(command)}`, command.details, table(rows)];
  return parts.filter(Boolean).join('\n\n');
}

/** The overall help, or that of the commands whose names begin with `group`. */
export function helpOfAll(commands: readonly Command[], group = ''): string {
  const shown = commands.filter(({ name, hidden }) => !hidden && name.startsWith(group));
  const rows = shown.map(({ name, parameters = [], summary }) => [[name, ...parameters].join(' '), summary] as const);
  return [
    group ? `${CALL} ${group} COMMAND` : `Property Map Service: the operator's command line\n\n  ${CALL} COMMAND`,
    table(rows),
    `Each has its own --help. All find the database as \`npm start\` does: DATABASE_URL, else the embedded one in DATA_DIR.`,
  ].join('\n\n');
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
