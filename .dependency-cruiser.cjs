/**
 * Who may import whom. Each rule has a planted violation in test/architecture/violations/<rule>/ that must fire.
 * `npm run check` runs this over apps, libs and test.
 */

/** The context map: each context, and those whose contract.ts it may import. The platform is open to all. */
const MAP = {
  catalog: [],
  mapping: ['catalog'],
  merchandising: ['catalog'],
  references: ['catalog'],
  pricing: ['catalog'],
  'data-models': ['catalog'],
  viewer: ['catalog', 'mapping', 'merchandising', 'pricing'],
};

const contexts = Object.keys(MAP);
const anyOf = (names) => `(${names.join('|')})`;

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** One rule of the same name for each context, because the map is not a pattern. */
const contextMap = contexts.flatMap((context) => {
  const closed = contexts.filter((other) => other !== context && other !== 'viewer' && !MAP[context].includes(other));
  const comment =
    'Add the other context to MAP at the top of .dependency-cruiser.cjs, if docs/architecture.md allows that arrow';
  return closed.length === 0
    ? []
    : [rule('context-map', comment, { path: `^libs/${context}/` }, { path: `^libs/${anyOf(closed)}/` })];
});

/** The rooms of the platform, and those that each may import: one way, so that no rule of a lower one depends on HTTP. */
const ROOMS = {
  core: [],
  persistence: ['core'],
  auth: ['core', 'persistence'],
  files: ['core', 'persistence'],
  audit: ['core', 'persistence'],
  resources: ['core', 'persistence', 'auth', 'files'],
  rest: ['core', 'persistence', 'auth', 'files', 'resources'],
  runtime: ['core', 'persistence', 'auth', 'files', 'audit', 'resources', 'rest', 'migrations'],
  migrations: [],
};

const rooms = Object.entries(ROOMS).map(([room, below]) =>
  rule(
    `${room}-knows-those-below`,
    'Imports between the rooms of the platform go one way',
    { path: `^libs/platform/src/${room}/` },
    { path: '^libs/platform/src/', pathNot: `^libs/platform/src/${anyOf([room, ...below])}/` },
  ),
);

module.exports = {
  forbidden: [
    ...contextMap,
    rule(
      'on-the-map',
      'A library is the platform, backup, documentation, a context of the map above, or the SDK',
      { path: '^libs/', pathNot: `^libs/${anyOf(['platform', 'backup', 'documentation', 'sdk', ...contexts])}/` },
      {},
    ),
    rule(
      'sdk-stands-alone',
      'The SDK is installed by others, without the service and without packages; the service does not use it',
      { path: '^libs/sdk/src/' },
      { pathNot: '^libs/sdk/src/' },
    ),
    rule(
      'sdk-is-for-others',
      'The service does not use its own client; moving in is the work of a client',
      { path: '^(apps|libs)/', pathNot: '^(libs/sdk|apps/cli/src/import/service)/' },
      { path: '^libs/sdk/' },
    ),
    rule(
      'documentation-is-for-apps',
      'Documentation describes the operations of an API from outside: what it describes does not know it',
      { path: '^libs/', pathNot: '^libs/documentation/' },
      { path: '^libs/documentation/' },
    ),
    rule(
      'viewer-is-last',
      'The viewer composes the others; only apps know it',
      { path: '^libs/', pathNot: '^libs/viewer/' },
      { path: '^libs/viewer/' },
    ),
    rule(
      'contract-only',
      'Of another context one sees contract.ts',
      { path: '^libs/([^/]+)/' },
      { path: '^libs/[^/]+/', pathNot: ['^libs/($1|platform|viewer)/', '^libs/[^/]+/src/contract\\.ts$'] },
    ),
    rule(
      'platform-by-room',
      'Outside the platform, a room is imported by its index.ts',
      { pathNot: '^libs/platform/' },
      { path: '^libs/platform/', pathNot: '^libs/platform/src/[^/]+/index\\.ts$' },
    ),
    rule(
      'platform-knows-no-context',
      'The platform is below backup, documentation, the contexts and the apps',
      { path: '^libs/platform/' },
      { path: `^(libs/${anyOf(['backup', 'documentation', ...contexts])}|apps)/` },
    ),
    ...rooms,
    rule(
      'runtime-is-for-apps',
      'Only an application starts servers and composes the platform',
      { path: `^libs/${anyOf(['backup', 'documentation', ...contexts])}/` },
      { path: '^libs/platform/src/runtime/' },
    ),
    rule(
      'context-knows-no-app',
      'Apps are made of contexts, not the other way',
      { path: `^libs/${anyOf(contexts)}/` },
      { path: '^apps/' },
    ),
    rule(
      'app-by-the-door',
      'Apps see index.ts, contract.ts and provisioning.ts of a context',
      { path: '^apps/' },
      { path: `^libs/${anyOf(contexts)}/`, pathNot: '^libs/[^/]+/src/(index|contract|provisioning)\\.ts$' },
    ),
    rule(
      'test-by-the-door',
      'Tests come in over HTTP, or as another context would; only jobs have no door and are called by their class',
      { path: '^test/' },
      {
        path: `^libs/${anyOf(contexts)}/`,
        pathNot: ['^libs/[^/]+/src/(index|contract|provisioning)\\.ts$', '\\.job\\.ts$'],
      },
    ),
    rule(
      'apps-apart',
      'The APIs do not know each other nor the command line; the command line may start them',
      { path: '^apps/(api|data-models-api)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    rule(
      'by-alias',
      'Another library is named @app/<name>, never by a way through the folders',
      { path: '^((?:apps|libs)/[^/]+|test)/' },
      { path: '^libs/', pathNot: ['^$1/', '\\.job\\.ts$'], dependencyTypesNot: ['aliased-tsconfig-paths'] },
    ),
    rule(
      'no-deep-index',
      'The only doors are at the root of a context and of a room of the platform',
      {
        path: '^libs/[^/]+/src/.+/index\\.ts$',
        pathNot: ['^libs/[^/]+/src/migrations/index\\.ts$', '^libs/platform/src/[^/]+/index\\.ts$'],
      },
      {},
    ),
    rule('no-cycle', 'Files that import each other fail at load, or will', {}, { circular: true }),
    {
      ...rule('no-folder-cycle', 'Folders that import each other are one', { path: '^libs/' }, { circular: true }),
      scope: 'folder',
    },
    rule(
      'aggregate-is-pure',
      'An aggregate is rules and columns: no routes, questions, writes, storage or transport',
      { path: '\\.(aggregate|entity|value)\\.ts$' },
      {
        path: [
          '\\.(controller|queries|commands?|repository|listener|job|module)\\.ts$',
          '(^|/)node_modules/(express|pg|pg-copy-streams|@nestjs)/',
        ],
      },
    ),
    rule(
      'use-case-knows-no-http',
      'A use case takes who and what, and answers data: the command line and jobs give the same commands as a controller',
      {
        path: [
          `^libs/${anyOf(contexts)}/.*\\.(aggregate|commands?|queries|repository|job|listener|value|events)\\.ts$`,
          '^libs/(mapping/src/drawings|pricing/src/ingest)/',
          '^libs/pricing/src/(entries|transactions)/(?!ingest-body|ingest-response)[^.]+\\.ts$',
        ],
      },
      { path: '^libs/platform/src/(rest|runtime)/' },
    ),
    rule(
      'test-is-not-imported',
      'What runs in production does not depend on what tests it',
      { path: '^(apps|libs)/' },
      { path: '^test/' },
    ),
    rule(
      'declared-package',
      'What runs in production needs packages of package.json, not those for development; the viewer is bundled',
      { path: '^(apps|libs)/', pathNot: ['[.-]spec\\.ts$', '^apps/viewer/'] },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    ),
    rule('resolvable', 'A module that is not found is checked by no rule', {}, { couldNotResolve: true }),
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true, // types count
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
    },
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: '^(dist|test/architecture/violations)/' },
  },
};
