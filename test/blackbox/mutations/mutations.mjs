const PLATFORM = 'libs/platform/src';
const PRICING = 'libs/pricing/src';

/**
 * Mutations of the service: replacements in sources (`edits`: file, text that occurs once, replacement) or SQL (`sql`).
 * `scenario` must find the mutation by a violation that matches `expect`; any other violation does not count. `options` narrows the
 * scenario, to save time.
 */
export const MUTATIONS = [
  // keys, permissions, tenants
  {
    name: 'one operation does not check its permission',
    scenario: 'matrix',
    expect: /^delete-floor-plan with a key without the permission: \d+, not 403/,
    edits: [
      [
        `${PLATFORM}/auth/access.guard.ts`,
        'const missing = rules.public',
        `const missing = rules.public || rules.id === 'delete-floor-plan'`,
      ],
    ],
  },
  {
    name: 'every key sees the assets of all accounts',
    scenario: 'matrix',
    expect: /with a key of another account: \d+, not 404|lists another account/,
    edits: [
      [
        'libs/catalog/src/access.ts',
        'seen.asset_id = ${assetId} and seen.account_id = any (:accounts)',
        'seen.asset_id = ${assetId}',
      ],
    ],
  },
  {
    name: 'one query does not filter by asset',
    scenario: 'matrix',
    expect: /^view-building with .* of another .*: \d+, not 404/,
    edits: [
      [
        'libs/platform/src/rest/controllers/resource-controller.ts',
        "if (typeof dto === 'function') return assetRows(table",
        `if (table === 'catalog.building')
        return { ...assetRows(table, select(dto)), where: ':asset::bigint > 0' };
    if (typeof dto === 'function') return assetRows(table`,
      ],
    ],
  },
  {
    name: 'the parents in a path are not checked',
    scenario: 'matrix',
    expect: / of another .*: \d+, not 404/,
    edits: [
      [
        `${PLATFORM}/auth/visibility.ts`,
        'where named.${column} = :${parameter}${columns})',
        'where named.id = :${parameter})',
      ],
    ],
  },
  {
    name: 'a body may name ids of another asset',
    scenario: 'matrix',
    expect: /with \S+_id of another .*: \d+, not 422/,
    edits: [
      [
        `${PLATFORM}/persistence/aggregates/reference-validator.ts`,
        'where asset_id = :assetId and id = any',
        'where :assetId::bigint > 0 and id = any',
      ],
    ],
  },
  {
    name: 'a cached response is served to other keys',
    scenario: 'matrix',
    expect: /lists another account|with a key of another account: 200/,
    edits: [
      [
        `${PLATFORM}/rest/serve/operation.interceptor.ts`,
        'return next.handle();',
        'const self = this as any; self.kept ??= new Map(); const kept = self.kept.get(request.url) ?? lastValueFrom(next.handle()); self.kept.set(request.url, kept); return from(kept);',
      ],
    ],
  },
  {
    name: 'a revoked key stays in the cache',
    scenario: 'matrix',
    expect: /still accepted \d+ ms after it was changed/,
    edits: [
      [
        `${PLATFORM}/auth/api-keys.ts`,
        'until: performance.now() + lifetime',
        'until: performance.now() + lifetime * 1e6',
      ],
    ],
  },
  {
    name: 'an expired key is accepted',
    scenario: 'matrix',
    expect: /with a key that is expired: \d+, not 403/,
    edits: [[`${PLATFORM}/auth/api-keys.ts`, 'and (expires_at is null or expires_at > platform.now())', '']],
  },
  {
    name: 'the experimental flag is checked before the key',
    scenario: 'matrix',
    expect: /with no key, and nothing else right: 400, not 401/,
    edits: [
      [
        `${PLATFORM}/auth/access.guard.ts`,
        'if (!rules.public) await this.admit',
        "if (rules.flag !== undefined && !request.headers['experimental-flags']) throw new Problem('malformed', `experimental_flag_missing.${rules.flag}`, 'too early'); if (!rules.public) await this.admit",
      ],
    ],
  },
  {
    name: 'the body is validated before the path is found',
    scenario: 'matrix',
    expect: /with an unknown \S+: 4\d\d, not 404/,
    edits: [
      [
        `${PLATFORM}/rest/serve/operation.interceptor.ts`,
        'await this.requireExisting(operation, request, ids);\n    if (operation.link)',
        'if (operation.link)',
      ],
      [
        `${PLATFORM}/rest/serve/operation.interceptor.ts`,
        'throwIfInvalid(bodyErrors, query, ',
        'await this.requireExisting(operation, request, ids);\n    throwIfInvalid(bodyErrors, query, ',
      ],
    ],
  },
  {
    name: 'a wrong media type is accepted',
    scenario: 'matrix',
    expect: /with a body of another type: \d+, not 415/,
    edits: [[`${PLATFORM}/rest/bodies/body.ts`, 'if (types.includes(type!.trim()) && readable', 'if (readable']],
  },
  // answers
  {
    name: 'a NUL character reaches the database',
    scenario: 'hostile',
    expect: /^create-\S+: status 500/,
    options: { rounds: 3_000, operations: /^create-/ },
    edits: [
      [
        `${PLATFORM}/core/validation/json-schema.ts`,
        `/\\S/.test(text) && !text.includes('\\0') && text.isWellFormed()`,
        '/\\S/.test(text)',
      ],
    ],
  },
  {
    name: 'an integer of more than 32 bits reaches the database',
    scenario: 'hostile',
    expect: /^create-\S+: status 500/,
    options: { rounds: 3_000, operations: /^create-(floor|unit)$/ },
    edits: [
      [`${PLATFORM}/rest/schema/fields.ts`, 'maximum: options.max ?? 2147483647', 'maximum: options.max ?? 9e15'],
    ],
  },
  {
    name: 'February has 30 days',
    scenario: 'hostile',
    expect: /send-data\S*: an impossible date is accepted/,
    options: { rounds: 500, operations: /ingest|send-data/ },
    edits: [
      [
        `${PLATFORM}/core/validation/json-schema.ts`,
        `ajv.addFormat('date', isDate)`,
        `ajv.addFormat('date', (text) => /^\\d{4}-\\d\\d-\\d\\d$/.test(text))`,
      ],
    ],
  },
  {
    name: "an error shows the parser's message",
    scenario: 'hostile',
    expect: /an error shows "SyntaxError/,
    options: { rounds: 4_000 },
    edits: [
      [
        `${PLATFORM}/rest/bodies/body.ts`,
        'catch {\n    throw notJson();',
        `catch (error) {\n    throw malformed('malformed_json', String(error));`,
      ],
    ],
  },
  {
    name: 'an error shows a stack trace',
    scenario: 'hostile',
    expect: /an error shows "at /,
    options: { rounds: 2_000 },
    edits: [
      [
        `${PLATFORM}/rest/responses/problem.filter.ts`,
        `message: problem?.message ?? 'Something went wrong on our side'`,
        `message: String(problem?.stack ?? 'Something went wrong on our side')`,
      ],
    ],
  },
  {
    name: 'responses have no charset',
    scenario: 'hostile',
    expect: /: Content-Type application\/json$/,
    options: { rounds: 1_000 },
    edits: [[`${PLATFORM}/rest/responses/json-response.ts`, 'application/json; charset=utf-8', 'application/json']],
  },
  {
    name: 'errors have no Cache-Control header',
    scenario: 'hostile',
    expect: /: Cache-Control undefined/,
    options: { rounds: 1_000 },
    edits: [
      [
        `${PLATFORM}/rest/responses/json-response.ts`,
        `response.setHeader('Cache-Control', result?.headers['Cache-Control'] ?? 'private, no-cache');`,
        `if (status < 400) response.setHeader('Cache-Control', 'private, no-cache');`,
      ],
    ],
  },
  {
    name: 'a header names the framework',
    scenario: 'hostile',
    expect: /: header x-powered-by/,
    options: { rounds: 1_000 },
    edits: [[`${PLATFORM}/runtime/create-app.ts`, `app.disable('x-powered-by');`, `app.enable('x-powered-by');`]],
  },
  {
    name: 'the ETag is always the same',
    scenario: 'hostile',
    expect: /two resources share an ETag|304 to the ETag/,
    options: { rounds: 200 },
    edits: [[`${PLATFORM}/rest/responses/json-response.ts`, `.update(text.replaceAll(base, ADDRESS))`, `.update('')`]],
  },
  {
    name: 'the Host header of any client is trusted',
    scenario: 'hostile',
    expect: /: a URL of another host/,
    options: { rounds: 3_000, operations: /^create-/ },
    edits: [
      [
        `${PLATFORM}/rest/serve/request-context.middleware.ts`,
        `isTrusted ? forwarded(request, 'x-forwarded-host') : undefined`,
        `forwarded(request, 'x-forwarded-host')`,
      ],
    ],
  },
  {
    name: 'a refused request leaves a row',
    scenario: 'hostile',
    expect: /a refused request changed .*catalog\.account/,
    options: { rounds: 1_000, operations: /^(create|update)-/ },
    edits: [
      [
        `${PLATFORM}/rest/serve/operation.interceptor.ts`,
        'throwIfInvalid(bodyErrors, query, ',
        `await this.database.rows("insert into catalog.account (name) values ('refused')"); throwIfInvalid(bodyErrors, query, `,
      ],
    ],
  },
  {
    name: 'the log contains query strings, and keys in them',
    scenario: 'hostile',
    expect: /the log contains a key/,
    options: { rounds: 600 },
    edits: [
      [`${PLATFORM}/runtime/observe/access-log.ts`, 'request.url.split(/[?#]/, 1)[0]', 'request.url'],
      [`${PLATFORM}/runtime/observe/logging.ts`, `line.includes('pms_') ?`, 'false ?'],
    ],
  },
  {
    name: 'an update drops a field',
    scenario: 'hostile',
    expect: /: filter_label differs from what was written/,
    options: { rounds: 200 },
    edits: [
      [
        'libs/platform/src/rest/controllers/resource-controller.ts',
        'if (sometimes || OF_EVERY_ROW',
        `if (name === 'filter_label') return ['left(' + table + '.filter_label, 3) as filter_label'];
        if (sometimes || OF_EVERY_ROW`,
      ],
    ],
  },
  {
    name: 'metrics are labelled with raw paths',
    scenario: 'hostile',
    expect: /metrics (show|grow)/,
    options: { rounds: 500 },
    edits: [
      [
        `${PLATFORM}/runtime/observe/request-metrics.ts`,
        'operation: operation?.id ?? NONE,',
        'operation: response.req.url,',
      ],
    ],
  },
  // together
  {
    name: 'two transactions can be open at once',
    scenario: 'races',
    expect: /^([2-9]|\d\d) of \d+ parallel opens got a transaction/,
    sql: ['drop index pricing.transaction_open'],
  },
  {
    name: 'a row is not locked before it is changed',
    scenario: 'races',
    expect: /the history is not linearizable|additions were accepted|commits and aborts of one/,
    edits: [
      [
        `${PLATFORM}/persistence/aggregates/repository.ts`,
        `{ where: key, lock: { mode: 'pessimistic_write' } }`,
        '{ where: key }',
      ],
    ],
  },
  {
    name: 'a conflict names another transaction',
    scenario: 'races',
    expect: /the conflict names another transaction/,
    edits: [
      [
        `${PRICING}/transactions/ingest-problem.filter.ts`,
        '? problem.transactionId',
        '? String(Number(problem.transactionId) + 1)',
      ],
    ],
  },
  {
    name: 'a data set is published in two steps',
    scenario: 'races',
    expect: /the history is not linearizable|a reader saw/,
    edits: [
      [
        `${PRICING}/transactions/price-publisher.ts`,
        'const comparedWith = process.publication;',
        `const comparedWith = process.publication;
        const client = await this.database.client();
        const { rows } = await client.query("select current_setting('audit.origin') as origin");
        await client.query('commit; begin');
        await client.query("select set_config('audit.origin', $1, true)", [rows[0].origin]);
        await new Promise((done) => setTimeout(done, 30));`,
      ],
    ],
  },
  {
    name: 'changes of units do not invalidate the response cache',
    scenario: 'races',
    expect: /^a field of a unit: the history is not linearizable/,
    sql: ['drop trigger log_update on catalog.unit'],
  },
  {
    name: 'the wrong entry is selected for a unit',
    scenario: 'races',
    expect: /^a unit shows the wrong entry/,
    edits: [[`${PRICING}/entries/flat-rule.ts`, 'lease_term - 12), 127', 'lease_term - 24), 127']],
  },
  {
    name: 'a write is acknowledged before it is committed',
    scenario: 'races',
    expect: /^0 of \d+ parallel opens|the history is not linearizable/,
    edits: [
      [
        `${PLATFORM}/persistence/aggregates/unit-of-work.ts`,
        'await runner.commitTransaction();',
        'const release = runner.release.bind(runner); runner.release = async () => undefined; setTimeout(() => runner.commitTransaction().then(release, release), 40);',
      ],
    ],
  },
  {
    name: 'a deadlock is not retried',
    scenario: 'races',
    expect: /deadlock/,
    edits: [[`${PLATFORM}/persistence/aggregates/unit-of-work.ts`, 'if (attempt > retries ||', 'if (attempt > 0 ||']],
  },
  {
    name: 'reference keys are not unique',
    scenario: 'races',
    expect: /^references of one key: ([2-9]|\d\d) created at once/,
    sql: [
      `do $$ declare it record; begin for it in select indexrelid::regclass as name from pg_index where indrelid = 'reference.asset_reference'::regclass and indisunique and not indisprimary loop execute 'drop index ' || it.name; end loop; end $$`,
    ],
  },
  // what dies
  {
    name: 'a commit is acknowledged before it is on disk',
    scenario: 'kills',
    expect: /^kills of Postgres: (an )?acknowledged .* (is|are) lost/,
    options: { rounds: 6 },
    edits: [
      [
        `${PLATFORM}/persistence/aggregates/unit-of-work.ts`,
        'set local plan_cache_mode = auto;',
        'set local plan_cache_mode = auto; set local synchronous_commit = off;',
      ],
    ],
  },
  {
    name: 'entries are stored in a database transaction of their own',
    scenario: 'kills',
    expect: /half (of the entries|a request)|acknowledged entries are lost/,
    edits: [
      [
        `${PRICING}/transactions/append-entries.command.ts`,
        'await this.ingest.store(delivery, transaction);',
        `await this.transactions.save(transaction); await (await this.ingest.database.client()).query('commit; begin'); await new Promise((done) => setTimeout(done, 200)); await this.ingest.store(delivery, transaction);`,
      ],
    ],
  },
  {
    name: 'statements have no timeout',
    scenario: 'link',
    expect: /(swallowed|is locked): (no answer|an answer took)/,
    edits: [
      [
        `${PLATFORM}/persistence/connection/data-source-options.ts`,
        'statement_timeout: LIMITS.statement,',
        'statement_timeout: 0,',
      ],
      [`${PLATFORM}/persistence/connection/data-source-options.ts`, 'query_timeout: LIMITS.statement + 1_000,', ''],
    ],
  },
  {
    name: 'one locked table takes all connections',
    scenario: 'link',
    expect: /^another table is locked/,
    edits: [[`${PLATFORM}/persistence/connection/bulkhead.ts`, 'Math.max(1, Math.floor(permits))', '1e9']],
  },
  {
    name: 'an unreachable database is reported as 500',
    scenario: 'link',
    expect: /: 500$/,
    edits: [[`${PLATFORM}/rest/responses/problem.filter.ts`, 'if (isTransientError(error)) {', 'if (error === 0) {']],
  },
  {
    name: 'a broken connection ends the process',
    scenario: 'link',
    expect: /^connections that br(eak|oke): (no answer|the process ended)/,
    edits: [
      [
        `${PLATFORM}/persistence/connection/data-source-options.ts`,
        'poolErrorHandler: () => undefined',
        'poolErrorHandler: (error) => process.nextTick(() => { throw error; })',
      ],
    ],
  },
  // time
  {
    name: 'expiry is not checked when entries arrive or are committed',
    scenario: 'clocks',
    expect: /an expired transaction accepts entries/,
    edits: [
      [
        `${PRICING}/transactions/transaction.aggregate.ts`,
        'const status = this.statusAt(now);',
        'const status = this.status;',
      ],
    ],
  },
  {
    name: "time is read from the replica's clock",
    scenario: 'clocks',
    expect: /does not live for 30 minutes|from the clock of a replica/,
    edits: [[`${PLATFORM}/persistence/connection/clock.ts`, 'return row!.now;', 'return new Date();']],
  },
  {
    name: 'an expired transaction blocks the next until the sweep',
    scenario: 'clocks',
    expect: /an expired transaction blocks the next/,
    edits: [
      [
        `${PRICING}/transactions/transaction.repository.ts`,
        'if (transaction.expire(now))',
        'if (transaction.expire(new Date(0)))',
      ],
    ],
  },
  {
    name: 'a key that expires is cached beyond its expiry',
    scenario: 'clocks',
    expect: /accepted more than a second after it expired/,
    edits: [[`${PLATFORM}/auth/api-keys.ts`, 'Math.min(CACHE_MS, row?.expiresInMs ?? CACHE_MS)', '8_000']],
  },
  // bytes, files, forms
  {
    name: 'a path leaves the folder of files',
    scenario: 'wire',
    expect: /^files: /,
    edits: [[`${PLATFORM}/files/file-content.ts`, '/^(private-)?[0-9a-f]{64}\\.[a-z0-9]{1,8}$/', '/./']],
  },
  {
    name: 'private files need no key',
    scenario: 'wire',
    expect: /a private file is served/,
    edits: [
      [`${PLATFORM}/files/file-content.ts`, `isFileName(name) && !name.startsWith('private-')`, 'isFileName(name)'],
    ],
  },
  {
    name: 'a data model file may have any size',
    scenario: 'wire',
    expect: /^a table of more than 50 MiB: \d+, not 413/,
    edits: [['libs/data-models/src/data-models/data-model.dto.ts', 'limit: 50 * MiB', 'limit: 5000 * MiB']],
  },
  {
    name: 'an image may have any number of pixels',
    scenario: 'wire',
    expect: /144 megapixels: \d+, not/,
    edits: [[`${PLATFORM}/files/picture.ts`, 'const PIXELS = 50_000_000;', 'const PIXELS = 5_000_000_000;']],
  },
  {
    name: 'the first of two keys is used',
    scenario: 'wire',
    expect: /^a key twice: 200/,
    edits: [[`${PLATFORM}/auth/access.guard.ts`, 'if (keys.length > 1)', 'if (keys.length > 9)']],
  },
  {
    name: 'headers may arrive slowly for ever',
    scenario: 'wire',
    expect: /slow clients are not cut off/,
    edits: [[`${PLATFORM}/rest/serve/api.adapter.ts`, 'headersTimeout: 15_000', 'headersTimeout: 90_000']],
  },
  {
    name: 'malformed HTTP is refused without a response',
    scenario: 'wire',
    expect: /: no X-Content-Type-Options|refused without a message/,
    edits: [[`${PLATFORM}/rest/serve/http-error-handlers.ts`, `server.on('clientError', rejectMalformed);`, '']],
  },
  {
    name: 'drawings keep their event handlers',
    scenario: 'wire',
    expect: /its drawing runs/,
    edits: [
      ['libs/mapping/src/drawings/svg/svg-vocabulary.ts', '/^(id|class|aria-label', '/^(id|class|onload|aria-label'],
    ],
  },
  // the end, and the long run
  {
    name: 'a stopping server reports ready',
    scenario: 'stop',
    expect: /stopping server answers \/health\/ready with 200/,
    edits: [
      [`${PLATFORM}/runtime/health.controller.ts`, 'if (this.health.isStopping)', 'if (this.health.isStopping === 1)'],
    ],
  },
  {
    name: 'SIGTERM ends the process at once',
    scenario: 'stop',
    expect: /is lost while a replica stops|in flight at SIGTERM is lost/,
    edits: [
      [
        `${PLATFORM}/runtime/bootstrap.ts`,
        'async function stop(app: NestExpressApplication, connections: Connections): Promise<void> {',
        'async function stop(app: NestExpressApplication, connections: Connections): Promise<void> {\n  process.exit(0);',
      ],
    ],
  },
  {
    name: 'shutdown cuts open connections',
    scenario: 'stop',
    expect: /in flight at SIGTERM is lost|is lost while a replica stops/,
    edits: [
      [`${PLATFORM}/runtime/bootstrap.ts`, 'await connections.end();', 'app.getHttpServer().closeAllConnections();'],
    ],
  },
  {
    name: 'each request leaks memory',
    scenario: 'soak',
    expect: /memory grows/,
    edits: [
      [
        `${PLATFORM}/rest/serve/request-context.middleware.ts`,
        'request.requestId = randomUUID();',
        'request.requestId = randomUUID(); (globalThis.kept ??= []).push(Buffer.alloc(150_000, 1));',
      ],
    ],
  },
  {
    name: 'each request leaks a file descriptor',
    scenario: 'soak',
    expect: /descriptors grow/,
    edits: [
      [
        `${PLATFORM}/rest/serve/request-context.middleware.ts`,
        'request.requestId = randomUUID();',
        `request.requestId = randomUUID(); process.getBuiltinModule('node:fs').openSync('/dev/null');`,
      ],
    ],
  },
  {
    name: 'a failed If-Match still writes',
    scenario: 'races',
    expect: /additions were accepted/,
    edits: [
      [
        `${PLATFORM}/rest/serve/conditional-writes.ts`,
        'if (!matchesETag(tags, etagOf(current, base)))',
        'if (!current)',
      ],
    ],
  },
  {
    name: 'an Idempotency-Key is stored after the write, not with it',
    scenario: 'races',
    expect: /one Idempotency-Key created \d+ resources/,
    edits: [[`${PLATFORM}/rest/serve/idempotency.ts`, 'if (!lock!.free)', 'if (lock!.free === undefined)']],
  },
];
