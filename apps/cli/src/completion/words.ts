import type { Command as Program } from 'commander';

export interface Word {
  word: string;
  help: string;
}

/** The words that may follow a command or group. */
export interface CommandWords {
  /** words of the command: [], ['keys'], ['keys', 'create'] */
  path: string[];
  words: Word[];
  /** options whose value cannot be completed, such as a file */
  valued: string[];
}

/** Reads the words from commander's command tree, so that completion matches the parser. */
export function wordsOf(program: Program, path: string[] = []): CommandWords[] {
  const commands = program.commands.filter((command) => !(command as unknown as { _hidden: boolean })._hidden);
  const options = program.createHelp().visibleOptions(program);
  const words = [
    ...commands.map((command) => ({ word: command.name(), help: command.summary() || command.description() })),
    ...program.registeredArguments.flatMap(({ argChoices = [] }) => argChoices.map((word) => ({ word, help: '' }))),
    ...options.map(({ long, description }) => ({ word: long!, help: description })),
  ];
  const valued = options.filter(({ required }) => required).map(({ long }) => long!);
  return [{ path, words, valued }, ...commands.flatMap((command) => wordsOf(command, [...path, command.name()]))];
}
