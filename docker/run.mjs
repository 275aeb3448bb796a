/** The entry point of the image: `api`, `data-models-api`, or the command line with its arguments. It runs in this process, which receives the signals. */
import { fileURLToPath } from 'node:url';

const SERVERS = { api: 'api', 'data-models-api': 'data-models-api', ai: 'data-models-api' }; // `ai`: its name until 1.20230828

const [name = 'api', ...others] = process.argv.slice(2);
const server = Object.hasOwn(SERVERS, name) ? SERVERS[name] : undefined;
const main = new URL(`../dist/apps/${server ?? 'cli'}/src/main.js`, import.meta.url);

process.argv = [process.argv[0], fileURLToPath(main), ...(server ? others : [name, ...others])];
await import(main.href);
