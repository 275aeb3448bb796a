/**
 * The data source for the TypeORM command line: `npm run typeorm -- COMMAND`. It connects to DATABASE_URL or, without it, to the
 * embedded server, which must be running.
 */
import { dataSourceOptions } from '@app/platform/persistence';
import { DataSource } from 'typeorm';
import { ALL_PERSISTENCE } from './contexts.js';
import { dataDirectory } from './data-directory.js';
import { findEmbeddedPostgres } from './embedded-postgres/embedded-postgres.js';
import { ignoreConstraints } from './ignore-constraints.js';

const url = process.env['DATABASE_URL'] || (await findEmbeddedPostgres(dataDirectory({ env: process.env })));
if (!url) throw new Error('No database: set DATABASE_URL, or run `npm start` meanwhile');

const options = dataSourceOptions({ url, poolSize: 2, contexts: ALL_PERSISTENCE });

/** The commands of TypeORM print their results with its logger, which the service silences. */
export default ignoreConstraints(new DataSource({ ...options, logger: 'simple-console' }));
