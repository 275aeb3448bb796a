/** Compiles the package into dist/; `npm pack` runs it. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const SDK = import.meta.dirname;
const compiler = join(SDK, '../../node_modules/typescript-native/bin/tsc');

rmSync(join(SDK, 'dist'), { recursive: true, force: true });
execFileSync(process.execPath, [compiler, '-p', SDK], { stdio: 'inherit' });
copyFileSync(join(SDK, '../../LICENSE'), join(SDK, 'LICENSE'));
