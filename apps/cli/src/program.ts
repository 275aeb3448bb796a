import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Argument, Command as Program, Help, InvalidArgumentError, Option as ProgramOption } from 'commander';
import type { Command, Input, Parameter } from './command.js';
import type { Io } from './io.js';
import { PROGRAM, ROOT } from './root.js';

/** width of the help, in characters */
const WIDTH = 120;

const FOOTER = `
Each command has its own --help. All use the database of \`npm start\`: DATABASE_URL, otherwise the embedded one in DATA_DIR.`;

/** Builds the commander program, which throws `CommanderError` instead of ending the process. */
export function programOf(
  commands: readonly Command[],
  io: Io,
  run: (command: Command, input: Input) => Promise<void>,
) {
  const program = configured(new Program(PROGRAM), io)
    .description("Property Map Service: the operator's command line")
    .version(versionOf(), '--version', 'print the version')
    .configureHelp({ subcommandTerm: termOf, formatHelp: helpOf })
    .addHelpText('after', FOOTER);
  for (const command of commands) {
    const [name, nested] = command.name.split(' ') as [string, string?];
    const parent = nested === undefined ? program : (childOf(program, name) ?? configured(program.command(name), io));
    add(configured(parent.command(nested ?? name, { hidden: command.hidden ?? false }), io), command, run);
  }
  return program;
}

function add(program: Program, command: Command, run: (command: Command, input: Input) => Promise<void>): void {
  const { summary, details, parameters = [], options = {} } = command;
  program.summary(summary).description(details === undefined ? summary : `${summary}\n\n${paragraphs(details)}`);
  for (const parameter of parameters) program.addArgument(argumentOf(parameter));
  for (const [name, { type, value = 'VALUE', help, required = false }] of Object.entries(options)) {
    const flags = type === 'string' ? `--${name} <${value}>` : `--${name}`;
    const option = new ProgramOption(flags, help).makeOptionMandatory(required);
    program.addOption(type === 'string' ? option.argParser((given) => valueOf(given, required)) : option);
  }
  program.action(() => run(command, inputOf(program)));
}

/** Joins the lines of a paragraph, for commander to wrap; indented lines stay. */
const paragraphs = (text: string): string => text.replace(/([^\n])\n(?=[^\s])/g, '$1 ');

const argumentOf = (parameter: Parameter): Argument =>
  typeof parameter === 'string'
    ? new Argument(`<${parameter}>`)
    : new Argument(`<${parameter.name}>`).choices(parameter.oneOf);

/** Rejects an option in place of a missing value, which commander would accept: `--rejects --dry-run`. */
function valueOf(given: string, required: boolean): string {
  if (given.startsWith('--')) throw new InvalidArgumentError('Its value is missing.');
  if (required && given === '') throw new InvalidArgumentError('It must not be empty.');
  return given;
}

function inputOf(program: Program): Input {
  const values = program.options.map((option): [string, unknown] => [
    option.long!.slice(2),
    program.getOptionValue(option.attributeName()),
  ]);
  return {
    options: Object.fromEntries(values.filter(([, value]) => typeof value === 'string')) as Input['options'],
    flags: Object.fromEntries(values.filter(([, value]) => typeof value === 'boolean')) as Input['flags'],
    parameters: program.args,
  };
}

/** Makes commander print its errors in one line, like all other errors. */
const configured = (program: Program, io: Io): Program =>
  program
    .helpOption('-h, --help', 'print this text')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out(text.trimEnd()),
      writeErr: (text) => io.err(text.trimEnd()),
      outputError: (text) => io.err(`${sentence(text)} (see: ${pathOf(program)} --help)`),
      getOutHelpWidth: () => WIDTH,
      getErrHelpWidth: () => WIDTH,
    });

/** `error: unknown option '--fast'` -> `Unknown option '--fast'` */
const sentence = (text: string): string =>
  text
    .replace(/^error: /, '')
    .replace(/^./, (letter) => letter.toUpperCase())
    .trim()
    .replace(/\s*\n\s*/g, ' ');

const pathOf = (program: Program): string =>
  program.parent ? `${pathOf(program.parent)} ${program.name()}` : program.name();

const childOf = (program: Program, name: string): Program | undefined =>
  program.commands.find((command) => command.name() === name);

/** The help lists the commands of all groups. Suggestions for unknown commands name only the groups. */
const helpOf = (program: Program, help: Help): string =>
  Help.prototype.formatHelp.call(help, program, Object.assign(help, { visibleCommands: leaves }));

/** The commands without their groups: `keys create`, not `keys`. */
const leaves = (program: Program): Program[] =>
  program.commands
    .flatMap((command) => (command.commands.length > 0 ? [...command.commands] : [command]))
    .filter((command) => !(command as unknown as { _hidden: boolean })._hidden);

function termOf(program: Program): string {
  const words = [program.name(), ...program.registeredArguments.map((argument) => argument.name())];
  for (let at = program.parent; at?.parent; at = at.parent) words.unshift(at.name());
  return words.join(' ');
}

/** The version in package.json. */
export function versionOf(): string {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  return version;
}
