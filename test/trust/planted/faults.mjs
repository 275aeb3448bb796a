const PLATFORM = 'libs/platform/src';
const PRICING = 'libs/pricing/src';

/**
 * Faults, each a replacement in a file of the build (`edits`: file, text that stands there once, text in its place) or in the
 * database (`sql`), the probe that must find it and the words of the violation that it is found by (`expect`): another violation
 * is not this fault. `options` narrows what the probe asks, to be quick.
 */
export const FAULTS = [
  // keys, permissions, tenants
  {
    name: 'the permission of one operation is not asked for',
    probe: 'matrix',
    expect: /^delete-floor-plan with a key without the permission: \d+, not 403/,
    edits: [
      [
        `${PLATFORM}/auth/permission.guard.js`,
        'if (caller?.may(operation.permission))',
        `if (operation.id === 'delete-floor-plan' || caller?.may(operation.permission))`,
      ],
    ],
  },
  {
    name: 'assets of all accounts are visible to every key',
    probe: 'matrix',
    expect: /with a key of another account: \d+, not 404|lists another account's/,
    edits: [
      [
        'libs/catalog/src/access.js',
        'seen.asset_id = ${assetId} and seen.account_id = any (:accounts)',
        'seen.asset_id = ${assetId}',
      ],
    ],
  },
  {
    name: 'one query forgets whose asset it is',
    probe: 'matrix',
    expect: /^view-building with .* of another .*: \d+, not 404/,
    edits: [
      [
        'libs/catalog/src/buildings/building.queries.js',
        'building.asset_id = :asset and building.id = :id',
        'building.id = :id',
      ],
    ],
  },
  {
    name: 'the way to a thing in a path is not looked at',
    probe: 'matrix',
    expect: / of another .*: \d+, not 404/,
    edits: [
      [
        `${PLATFORM}/rest/resource-path.js`,
        'where named.id = :${parameter}${columns})',
        'where named.id = :${parameter})',
      ],
    ],
  },
  {
    name: 'ids in bodies may be of another asset',
    probe: 'matrix',
    expect: /with \S+_id of another .*: \d+, not 422/,
    edits: [
      [
        `${PLATFORM}/persistence/reference-check.js`,
        'where asset_id = :assetId and id = any',
        'where :assetId::bigint > 0 and id = any',
      ],
    ],
  },
  {
    name: 'an answer is kept, and given to other keys',
    probe: 'matrix',
    expect: /lists another account's|with a key of another account: 200/,
    edits: [
      [
        `${PLATFORM}/rest/get-router.js`,
        'const result = await this.operations.handlers.get(operation).answer(call);',
        'this.kept ??= new Map(); const result = this.kept.get(request.url) ?? (await this.operations.handlers.get(operation).answer(call)); this.kept.set(request.url, result);',
      ],
    ],
  },
  {
    name: 'a revoked key is remembered for ever',
    probe: 'matrix',
    expect: /still taken \d+ ms after it was changed/,
    edits: [
      [
        `${PLATFORM}/auth/api-keys.js`,
        'until: performance.now() + lifetime',
        'until: performance.now() + lifetime * 1e6',
      ],
    ],
  },
  {
    name: 'an expired key is taken',
    probe: 'matrix',
    expect: /with a key that is expired: \d+, not 403/,
    edits: [[`${PLATFORM}/auth/api-keys.js`, 'and (expires_at is null or expires_at > kernel.now())', '']],
  },
  {
    name: 'the flag is looked at before the key',
    probe: 'matrix',
    expect: /with no key, and nothing else right: 400, not 401/,
    edits: [[`${PLATFORM}/rest/get-router.js`, '[keys, rate, permission, flags]', '[flags, keys, rate, permission]']],
  },
  {
    name: 'a body is read before the path is known to exist',
    probe: 'matrix',
    expect: /with an unknown \S+: 4\d\d, not 404/,
    edits: [
      [
        `${PLATFORM}/rest/request-context.pipe.js`,
        'await this.requireExisting(path);\n        if (operation.link)',
        'if (operation.link)',
      ],
      [
        `${PLATFORM}/rest/request-context.pipe.js`,
        'throwIfInvalid(read, query, sameIds',
        'await this.requireExisting(path);\n        throwIfInvalid(read, query, sameIds',
      ],
    ],
  },
  {
    name: 'a wrong media type is taken',
    probe: 'matrix',
    expect: /with a body of another type: \d+, not 415/,
    edits: [[`${PLATFORM}/rest/body.js`, 'if (types.includes(type.trim()) && readable', 'if (readable']],
  },
  // answers
  {
    name: 'NUL in a text reaches the database',
    probe: 'hostile',
    expect: /^create-\S+: status 500/,
    options: { rounds: 3_000, operations: /^create-/ },
    edits: [
      [
        `${PLATFORM}/core/json-schema.js`,
        `/\\S/.test(text) && !text.includes('\\0') && text.isWellFormed()`,
        '/\\S/.test(text)',
      ],
    ],
  },
  {
    name: 'an integer of more than 32 bits reaches the database',
    probe: 'hostile',
    expect: /^create-\S+: status 500/,
    options: { rounds: 3_000, operations: /^create-/ },
    edits: [[`${PLATFORM}/rest/fields.js`, 'maximum: options.max ?? 2147483647', 'maximum: options.max ?? 9e15']],
  },
  {
    name: 'February has 30 days',
    probe: 'hostile',
    expect: /(ingest|send-data)\S*: status 500/,
    options: { rounds: 500, operations: /ingest|send-data/ },
    edits: [
      [
        `${PLATFORM}/core/json-schema.js`,
        `ajv.addFormat('date', isDate)`,
        `ajv.addFormat('date', (text) => /^\\d{4}-\\d\\d-\\d\\d$/.test(text))`,
      ],
    ],
  },
  {
    name: 'the parser tells what it stumbled over',
    probe: 'hostile',
    expect: /an error that tells "SyntaxError/,
    options: { rounds: 4_000 },
    edits: [
      [
        `${PLATFORM}/rest/body.js`,
        'catch {\n        throw notJson();',
        `catch (error) {\n        throw malformed('malformed_json', String(error));`,
      ],
    ],
  },
  {
    name: 'a stack stands in an error',
    probe: 'hostile',
    expect: /an error that tells "at /,
    options: { rounds: 2_000 },
    edits: [
      [
        `${PLATFORM}/rest/problem.filter.js`,
        `message: problem?.message ?? 'Something went wrong on our side'`,
        `message: String(problem?.stack ?? 'Something went wrong on our side')`,
      ],
    ],
  },
  {
    name: 'answers have no charset',
    probe: 'hostile',
    expect: /: Content-Type application\/json$/,
    options: { rounds: 1_000 },
    edits: [[`${PLATFORM}/rest/json-response.js`, 'application/json; charset=utf-8', 'application/json']],
  },
  {
    name: 'errors have no Cache-Control',
    probe: 'hostile',
    expect: /: Cache-Control undefined/,
    options: { rounds: 1_000 },
    edits: [
      [
        `${PLATFORM}/rest/json-response.js`,
        `response.setHeader('Cache-Control', reply?.headers['Cache-Control'] ?? 'private, no-cache');`,
        `if (status < 400) response.setHeader('Cache-Control', 'private, no-cache');`,
      ],
    ],
  },
  {
    name: 'what answers is named',
    probe: 'hostile',
    expect: /: a header x-powered-by/,
    options: { rounds: 1_000 },
    edits: [[`${PLATFORM}/runtime/create-app.js`, `app.disable('x-powered-by');`, `app.enable('x-powered-by');`]],
  },
  {
    name: 'the ETag is always the same',
    probe: 'hostile',
    expect: /two things have one ETag|304 to the ETag/,
    options: { rounds: 200 },
    edits: [[`${PLATFORM}/rest/json-response.js`, `.update(text.replaceAll(base, ADDRESS))`, `.update('')`]],
  },
  {
    name: 'the host of anyone is believed',
    probe: 'hostile',
    expect: /: an address elsewhere/,
    options: { rounds: 3_000, operations: /^create-/ },
    edits: [
      [
        `${PLATFORM}/rest/request-context.middleware.js`,
        `isTrusted ? forwarded(request, 'x-forwarded-host') : undefined`,
        `forwarded(request, 'x-forwarded-host')`,
      ],
    ],
  },
  {
    name: 'what is refused leaves a row',
    probe: 'hostile',
    expect: /what was refused changed .*catalog\.account/,
    options: { rounds: 1_000, operations: /^(create|update)-/ },
    edits: [
      [
        `${PLATFORM}/rest/request-context.pipe.js`,
        'throwIfInvalid(read, query, sameIds',
        `await this.database.rows("insert into catalog.account (name) values ('refused')"); throwIfInvalid(read, query, sameIds`,
      ],
    ],
  },
  {
    name: 'the log has the query of a request, and keys in it',
    probe: 'hostile',
    expect: /a key stands in the log/,
    options: { rounds: 600 },
    edits: [
      [`${PLATFORM}/runtime/access-log.js`, 'request.url.split(/[?#]/, 1)[0]', 'request.url'],
      [`${PLATFORM}/runtime/logging.js`, `line.includes('pms_') ?`, 'false ?'],
    ],
  },
  {
    name: 'an update forgets a field',
    probe: 'hostile',
    expect: /: filter_label is not what was written/,
    options: { rounds: 200 },
    edits: [
      ['libs/catalog/src/floors/floor.queries.js', 'floor.filter_label', `left(floor.filter_label, 3) as filter_label`],
    ],
  },
  {
    name: 'metrics name the paths that are asked for',
    probe: 'hostile',
    expect: /metrics (tell|grow)/,
    options: { rounds: 500 },
    edits: [
      [
        `${PLATFORM}/runtime/request-metrics.js`,
        'this.duration(operation?.id ?? NONE,',
        'this.duration(response.req.url,',
      ],
    ],
  },
  // together
  {
    name: 'nothing keeps two transactions from being open',
    probe: 'races',
    expect: /^([2-9]|\d\d) of \d+ parallel opens got a transaction/,
    sql: ['drop index pricing.transaction_open'],
  },
  {
    name: 'what is changed is not locked',
    probe: 'races',
    expect: /no order in which this can have happened|additions were taken|commits and aborts of one/,
    edits: [
      [
        `${PLATFORM}/persistence/repository.js`,
        `{ where: key, lock: { mode: 'pessimistic_write' } }`,
        '{ where: key }',
      ],
    ],
  },
  {
    name: 'who is refused is not told which transaction is open',
    probe: 'races',
    expect: /are told of another transaction/,
    edits: [
      [
        `${PRICING}/transactions/transaction.controller.js`,
        'error.transactionId === undefined',
        'error.transactionId !== undefined',
      ],
    ],
  },
  {
    name: 'a data set is published in two steps',
    probe: 'races',
    expect: /no order in which this can have happened|a reader saw/,
    edits: [
      [
        `${PRICING}/transactions/price-publisher.js`,
        'await this.database.execute(PUBLISH, values);',
        `await this.database.execute(PUBLISH, values);\n        await (await this.database.client()).query('commit; begin');\n        await new Promise((done) => setTimeout(done, 30));`,
      ],
    ],
  },
  {
    name: 'changes of units are not noted for those who keep answers',
    probe: 'races',
    expect: /^a field of a unit: there is no order in which this can have happened/,
    sql: ['drop trigger note_update on catalog.unit'],
  },
  {
    name: 'another entry is chosen for a unit',
    probe: 'races',
    expect: /^a unit shows an entry that does not stand for it/,
    edits: [[`${PRICING}/entries/flat-entry-selector.js`, 'Math.abs(term - 12)', 'Math.abs(term - 24)']],
  },
  {
    name: 'a write is acknowledged before it is committed',
    probe: 'races',
    expect: /^0 of \d+ parallel opens|no order in which this can have happened/,
    edits: [
      [
        `${PLATFORM}/persistence/unit-of-work.js`,
        'await runner.commitTransaction();',
        'const release = runner.release.bind(runner); runner.release = async () => undefined; setTimeout(() => runner.commitTransaction().then(release, release), 40);',
      ],
    ],
  },
  {
    name: 'a deadlock is not tried again',
    probe: 'races',
    expect: /deadlock/,
    edits: [[`${PLATFORM}/persistence/unit-of-work.js`, 'if (attempt > retries ||', 'if (attempt > 0 ||']],
  },
  {
    name: 'a key of references is not unique',
    probe: 'races',
    expect: /^references of one key: ([2-9]|\d\d) made at once/,
    sql: [
      `do $$ declare it record; begin for it in select indexrelid::regclass as name from pg_index where indrelid = 'reference.asset_reference'::regclass and indisunique and not indisprimary loop execute 'drop index ' || it.name; end loop; end $$`,
    ],
  },
  // what dies
  {
    name: 'a commit is acknowledged before it is on disk',
    probe: 'kills',
    expect: /^kills of Postgres: (an )?acknowledged .* (is|are) lost/,
    options: { rounds: 3 },
    edits: [
      [
        `${PLATFORM}/persistence/unit-of-work.js`,
        'set local plan_cache_mode = auto;',
        'set local plan_cache_mode = auto; set local synchronous_commit = off;',
      ],
    ],
  },
  {
    name: 'a delivery is counted in a transaction of its own',
    probe: 'kills',
    expect: /half (of the entries|a delivery)|acknowledged entries are lost/,
    edits: [
      [
        `${PRICING}/transactions/append-entries.command.js`,
        'await this.publication.store(delivery, transaction);',
        `await this.transactions.save(transaction); await (await this.publication.database.client()).query('commit; begin'); await new Promise((done) => setTimeout(done, 200)); await this.publication.store(delivery, transaction);`,
      ],
    ],
  },
  {
    name: 'statements may last for ever',
    probe: 'link',
    expect: /(swallowed|is locked): (no answer|an answer took)/,
    edits: [
      [`${PLATFORM}/persistence/database.js`, 'statement_timeout: LIMITS.statement,', 'statement_timeout: 0,'],
      [`${PLATFORM}/persistence/database.js`, 'query_timeout: LIMITS.statement + 1_000,', ''],
    ],
  },
  {
    name: 'one table may take all connections',
    probe: 'link',
    expect: /^another table is locked/,
    edits: [[`${PLATFORM}/persistence/bulkhead.js`, 'Math.max(1, Math.floor(permits))', '1e9']],
  },
  {
    name: 'a database that is gone is a fault of ours',
    probe: 'link',
    expect: /: 500$/,
    edits: [[`${PLATFORM}/rest/problem.filter.js`, 'if (isDatabaseTrouble(error)) {', 'if (error === 0) {']],
  },
  {
    name: 'a connection that breaks ends the process',
    probe: 'link',
    expect: /^connections that br(eak|oke): (no answer|the process ended)/,
    edits: [
      [
        `${PLATFORM}/persistence/database.js`,
        'poolErrorHandler: () => undefined',
        'poolErrorHandler: (error) => process.nextTick(() => { throw error; })',
      ],
    ],
  },
  // time
  {
    name: 'expiry is not looked at when data comes or is committed',
    probe: 'clocks',
    expect: /an expired transaction is written to/,
    edits: [
      [
        `${PRICING}/transactions/transaction.aggregate.js`,
        'const status = this.statusAt(now);',
        'const status = this.status;',
      ],
    ],
  },
  {
    name: 'time is that of the replica',
    probe: 'clocks',
    expect: /has not 30 minutes to live|by the clock of a replica/,
    edits: [[`${PLATFORM}/persistence/database-clock.js`, 'return row.now;', 'return new Date();']],
  },
  {
    name: 'what has expired stays in the way until it is swept',
    probe: 'clocks',
    expect: /an expired transaction is in the way of the next/,
    edits: [
      [`${PRICING}/transactions/transaction.repository.js`, 'expires_at <= :now', 'expires_at <= :now and false'],
    ],
  },
  {
    name: 'a key that expires is remembered as long as others',
    probe: 'clocks',
    expect: /taken more than a second after it expired/,
    edits: [[`${PLATFORM}/auth/api-keys.js`, 'Math.min(CACHE_MS, row?.expires_in_ms ?? CACHE_MS)', '8_000']],
  },
  // bytes, files, forms
  {
    name: 'a path leads out of the folder of files',
    probe: 'wire',
    expect: /^files: /,
    edits: [[`${PLATFORM}/files/file-content.js`, '/^(private-)?[0-9a-f]{64}\\.[a-z0-9]{1,8}$/', '/./']],
  },
  {
    name: 'private files are sent to everybody',
    probe: 'wire',
    expect: /a private file is sent/,
    edits: [
      [`${PLATFORM}/files/file-content.js`, `isFileName(name) && !name.startsWith('private-')`, 'isFileName(name)'],
    ],
  },
  {
    name: 'a table may be of any size',
    probe: 'wire',
    expect: /^a table of more than 50 MiB: \d+, not 413/,
    edits: [['libs/data-models/src/data-models/data-model.dto.js', 'limit: 50 * MiB', 'limit: 5000 * MiB']],
  },
  {
    name: 'a picture may have any number of pixels',
    probe: 'wire',
    expect: /144 megapixels: \d+, not/,
    edits: [[`${PLATFORM}/files/picture.js`, 'const PIXELS = 50_000_000;', 'const PIXELS = 5_000_000_000;']],
  },
  {
    name: 'of two keys the first counts',
    probe: 'wire',
    expect: /^a key twice: 200/,
    edits: [[`${PLATFORM}/auth/api-key.guard.js`, 'if (keys.length > 1)', 'if (keys.length > 9)']],
  },
  {
    name: 'slow headers have all the time they want',
    probe: 'wire',
    expect: /slow clients are not cut off/,
    edits: [[`${PLATFORM}/rest/json.adapter.js`, 'headersTimeout: 15_000', 'headersTimeout: 90_000']],
  },
  {
    name: 'what is no HTTP is refused without a word',
    probe: 'wire',
    expect: /: no X-Content-Type-Options|refused without a message/,
    edits: [[`${PLATFORM}/rest/http-error-handlers.js`, `server.on('clientError', rejectMalformed);`, '']],
  },
  {
    name: 'drawings keep their events',
    probe: 'wire',
    expect: /its drawing runs/,
    edits: [['libs/mapping/src/drawings/svg-vocabulary.js', '/^(id|class|aria-label', '/^(id|class|onload|aria-label']],
  },
  // the end, and the long run
  {
    name: 'a server that is stopping says that it is ready',
    probe: 'stop',
    expect: /that is stopping says 200/,
    edits: [
      [`${PLATFORM}/runtime/health.controller.js`, 'if (this.health.isEnding)', 'if (this.health.isEnding === 1)'],
    ],
  },
  {
    name: 'the signal to stop ends the process at once',
    probe: 'stop',
    expect: /is lost while a replica stops|under way at the signal is lost/,
    edits: [
      [
        `${PLATFORM}/runtime/bootstrap.js`,
        'async function stop(app, connections) {',
        'async function stop(app, connections) {\n    process.exit(0);',
      ],
    ],
  },
  {
    name: 'connections are cut when the server stops',
    probe: 'stop',
    expect: /under way at the signal is lost|is lost while a replica stops/,
    edits: [
      [`${PLATFORM}/runtime/bootstrap.js`, 'await connections.end();', 'app.getHttpServer().closeAllConnections();'],
    ],
  },
  {
    name: 'each request leaves something in memory',
    probe: 'soak',
    expect: /memory grows/,
    edits: [
      [
        `${PLATFORM}/rest/request-context.middleware.js`,
        'request.requestId = randomUUID();',
        'request.requestId = randomUUID(); (globalThis.kept ??= []).push(Buffer.alloc(150_000, 1));',
      ],
    ],
  },
  {
    name: 'each request leaves a file open',
    probe: 'soak',
    expect: /descriptors grow/,
    edits: [
      [
        `${PLATFORM}/rest/request-context.middleware.js`,
        'request.requestId = randomUUID();',
        `request.requestId = randomUUID(); process.getBuiltinModule('node:fs').openSync('/dev/null');`,
      ],
    ],
  },
  {
    name: 'If-Match is looked at, and the write done all the same',
    probe: 'races',
    expect: /additions were taken/,
    edits: [
      [
        `${PLATFORM}/rest/conditional-writes.js`,
        'if (!current || !namesTag(tags, tagOf(current, base)))',
        'if (!shown)',
      ],
    ],
  },
  {
    name: 'an Idempotency-Key is kept after the write, not with it',
    probe: 'races',
    expect: /one Idempotency-Key made \d+ things/,
    edits: [[`${PLATFORM}/rest/idempotency.js`, 'if (!lock.free)', 'if (lock.free === undefined)']],
  },
];
