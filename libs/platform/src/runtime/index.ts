export { requireSchema, runServer, serve, type Serving } from './bootstrap.js';
export { shareOf, Workers } from './workers.js';
export { createServer } from './create-app.js';
export { JsonLog } from './observe/logging.js';
export { logOutput } from './observe/log-output.js';
export { PlatformModule, platformPersistence } from './platform.module.js';
export { migrate } from './migrate.js';
export { exitCodeOf, operatorMessage, StartError } from './operator-message.js';
