/** `npm run sql`: writes the statements that test/architecture/statements.spec.ts compares. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const env = { ...process.env, WRITE_SQL: '1' };
const run = [join(import.meta.dirname, 'run.mjs'), 'test/architecture/statements'];
process.exitCode = spawnSync(process.execPath, run, { env, stdio: 'inherit' }).status ?? 1;
