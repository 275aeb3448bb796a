/** The entry point of the image: `api`, `data-models-api`, or the command line with its arguments. It runs in this process, which receives the signals. */
import { fileURLToPath } from 'node:url';

const SERVERS = ['api', 'data-models-api'];

const [name = 'api', ...others] = process.argv.slice(2);
const isServer = SERVERS.includes(name);
const main = new URL(`../dist/apps/${isServer ? name : 'cli'}/src/main.js`, import.meta.url);

process.argv = [process.argv[0], fileURLToPath(main), ...(isServer ? others : [name, ...others])];
await import(main.href);
