import type { Io } from './io.js';

export interface Option {
  type: 'string' | 'boolean';
  /** what stands for the value in the help */
  value?: string;
  help: string;
  required?: boolean;
  /** an old name, left out of the help */
  hidden?: boolean;
}

/** What stands after the command without an option, and what it can be if that is known. */
export type Parameter = string | { name: string; oneOf: string[] };

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
  /** all required */
  parameters?: Parameter[];
  summary: string;
  /** paragraphs of the help */
  details?: string;
  options?: Record<string, Option>;
  /** for developers: left out of the overall help */
  hidden?: boolean;
  run(input: Input, io: Io): Promise<void>;
}
