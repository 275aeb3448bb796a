/**
 * Who may import whom. Each rule has a planted violation in test/architecture/violations/<rule>/ that must fire.
 * `npm run check` runs this over apps, libs and test.
 */

const { PAGE, LAYERS, arrowsOf, reaches } = require('./test/architecture/picture.cjs');

const arrows = arrowsOf(PAGE);
/** The catalog, and the libraries with an arrow to it. */
const contexts = [
  'catalog',
  ...arrows.flatMap(([from, to]) => (to === 'libs/catalog' ? from.slice('libs/'.length) : [])),
];
const anyOf = (names) => `(${names.join('|')})`;

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** One rule of the same name for each context, because the map is not a pattern. */
const contextMap = contexts.flatMap((context) => {
  const isClosed = (other) =>
    !['viewer', context].includes(other) &&
    !arrows.some(([from, to]) => from === `libs/${context}` && to === `libs/${other}`);
  const closed = contexts.filter(isClosed);
  const comment =
    'A context imports those to which the picture of docs/architecture.md has an arrow: add one if it should';
  return closed.length === 0
    ? []
    : [rule('context-map', comment, { path: `^libs/${context}/` }, { path: `^libs/${anyOf(closed)}/` })];
});

const LAYER = 'libs/platform/src/';
const knowsThoseBelow = (layer, below) =>
  rule(
    `${layer}-knows-those-below`,
    'Imports between the layers of the platform go one way, along the arrows of docs/architecture.md',
    { path: `^${LAYER}${layer}/` },
    { path: `^${LAYER}`, pathNot: `^${LAYER}${anyOf([layer, ...below])}/` },
  );
const nameOf = (layer) => layer.slice(LAYER.length);

/** No rule of a lower layer depends on HTTP. */
const layers = [
  knowsThoseBelow('migrations', []),
  ...LAYERS.map((layer) => {
    const below = LAYERS.filter((other) => reaches(arrows, layer, other)).map(nameOf);
    return knowsThoseBelow(nameOf(layer), nameOf(layer) === 'runtime' ? [...below, 'migrations'] : below);
  }),
];

/** The rooms of a layer, from the lowest. */
const ROOMS = {
  core: ['model', 'validation', 'settings', 'timing', 'telemetry'],
  persistence: ['connection', 'aggregates', 'reads', 'jobs'],
  rest: ['schema', 'responses', 'bodies', 'declare', 'serve', 'controllers'],
  runtime: ['observe'],
};
const rooms = Object.entries(ROOMS).flatMap(([layer, names]) =>
  names.map((room, floor) =>
    rule(
      `${layer}-rooms`,
      'Within a layer of the platform, a room imports the rooms that .dependency-cruiser.cjs lists before it',
      { path: `^${LAYER}${layer}/${room}/` },
      { path: `^${LAYER}${layer}/`, pathNot: `^${LAYER}${layer}/${anyOf(names.slice(0, floor + 1))}/` },
    ),
  ),
);

module.exports = {
  forbidden: [
    ...contextMap,
    rule(
      'on-the-map',
      'A library is the platform, backup, documentation, the SDK, or a context: with an arrow to the catalog in docs/architecture.md',
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
      'Outside the platform, a layer is imported by its index.ts',
      { pathNot: '^libs/platform/' },
      { path: '^libs/platform/', pathNot: '^libs/platform/src/[^/]+/index\\.ts$' },
    ),
    rule(
      'platform-knows-no-context',
      'The platform is below backup, documentation, the contexts and the apps',
      { path: '^libs/platform/' },
      { path: `^(libs/${anyOf(['backup', 'documentation', ...contexts])}|apps)/` },
    ),
    ...layers,
    ...rooms,
    rule(
      'known-room',
      'List a new room of the platform in .dependency-cruiser.cjs, among those that it may import',
      {
        path: `^${LAYER}[^/]+/[^/]+/`,
        pathNot: Object.entries(ROOMS).map(([layer, names]) => `^${LAYER}${layer}/${anyOf(names)}/`),
      },
      {},
    ),
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
      'The only doors are at the root of a context and of a layer of the platform',
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
          '^libs/(mapping/src/drawings|pricing/src/parsing)/',
          '^libs/pricing/src/(deliveries|entries|transactions)/(?!ingest-body|ingest-operation)[^.]+\\.ts$',
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
      'What runs in production needs packages of package.json, not those for development; builds run before, and the viewer is bundled',
      { path: '^(apps|libs)/', pathNot: ['[.-]spec\\.ts$', '^apps/viewer/', '^apps/cli/(build|compile)\\.mjs$'] },
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
