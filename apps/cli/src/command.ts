import type { Io } from './io.js';

export interface Option {
  type: 'string' | 'boolean';
  /** placeholder for the value in the help */
  value?: string;
  help: string;
  required?: boolean;
}

/** A positional argument, with its possible values if there are few. */
export type Parameter = string | { name: string; oneOf: string[] };

export interface Input {
  options: Record<string, string | undefined>;
  flags: Record<string, boolean>;
  /** one for each of the command's `parameters` */
  parameters: string[];
}

/** A command of the command line: its name, options, help and implementation. */
export interface Command {
  /** one word, or two: `keys create` */
  name: string;
  /** positional arguments, all required */
  parameters?: Parameter[];
  summary: string;
  /** further paragraphs of its help */
  details?: string;
  options?: Record<string, Option>;
  /** a command for developers, omitted from the general help */
  hidden?: boolean;
  run(input: Input, io: Io): Promise<void>;
}
