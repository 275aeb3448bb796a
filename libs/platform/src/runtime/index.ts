export { requireSchema, runServer, serve, type Serving } from './bootstrap.js';
export { Workers } from './workers.js';
export { createServer } from './create-app.js';
export { JsonLog } from './logging.js';
export { FallbackModule, PlatformModule, platformPersistence } from './platform.module.js';
export { type Job, Jobs, type Lag } from './jobs.js';
export { Wakeful } from './coalescing-worker.js';
export { type Count, type Distribution, Metrics } from './metrics.js';
export { Reading } from './cached-probe.js';
