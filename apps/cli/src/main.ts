import { runCommandLine } from './command-line.js';
import { processIo } from './io.js';

process.exitCode = await runCommandLine(process.argv.slice(2), processIo());
