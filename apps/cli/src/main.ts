import { runCommandLine } from './command-line.js';
import { INTERRUPTED } from './errors.js';
import { processIo } from './io.js';

const code = await runCommandLine(process.argv.slice(2), processIo());
if (code === INTERRUPTED) process.exit(code); // work that did not stop would go on, and commit
process.exitCode = code;
