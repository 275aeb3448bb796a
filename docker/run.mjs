/** What the image runs: `api`, `ai`, or else the command line with all that it is given. In this process, which gets the signals. */
import { fileURLToPath } from 'node:url';

const SERVERS = ['api', 'ai'];

const [name = 'api', ...others] = process.argv.slice(2);
const isServer = SERVERS.includes(name);
const main = new URL(`../dist/apps/${isServer ? name : 'cli'}/src/main.js`, import.meta.url);

process.argv = [process.argv[0], fileURLToPath(main), ...(isServer ? others : [name, ...others])];
await import(main.href);
