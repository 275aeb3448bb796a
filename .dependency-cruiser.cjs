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
    : [
        rule(
          'no-undeclared-context-dependency',
          comment,
          { path: `^libs/${context}/` },
          { path: `^libs/${anyOf(closed)}/` },
        ),
      ];
});

const LAYER = 'libs/platform/src/';
const onlyToLowerLayers = (layer, below) =>
  rule(
    `${layer}-only-to-lower-layers`,
    'Imports between the layers of the platform go one way, along the arrows of docs/architecture.md',
    { path: `^${LAYER}${layer}/` },
    { path: `^${LAYER}`, pathNot: `^${LAYER}${anyOf([layer, ...below])}/` },
  );
const nameOf = (layer) => layer.slice(LAYER.length);

/** No rule of a lower layer depends on HTTP. */
const layers = [
  onlyToLowerLayers('migrations', []),
  ...LAYERS.map((layer) => {
    const below = LAYERS.filter((other) => reaches(arrows, layer, other)).map(nameOf);
    return onlyToLowerLayers(nameOf(layer), nameOf(layer) === 'runtime' ? [...below, 'migrations'] : below);
  }),
];

/** The folders of a layer, from the lowest. */
const FOLDERS = {
  core: ['model', 'validation', 'settings', 'timing', 'telemetry'],
  persistence: ['connection', 'aggregates', 'reads', 'jobs'],
  rest: ['schema', 'responses', 'bodies', 'declare', 'serve', 'controllers'],
  runtime: ['observe'],
};
const folders = Object.entries(FOLDERS).flatMap(([layer, names]) =>
  names.map((folder, index) =>
    rule(
      `${layer}-only-to-lower-folders`,
      'Within a layer of the platform, a folder imports the folders that .dependency-cruiser.cjs lists before it',
      { path: `^${LAYER}${layer}/${folder}/` },
      { path: `^${LAYER}${layer}/`, pathNot: `^${LAYER}${layer}/${anyOf(names.slice(0, index + 1))}/` },
    ),
  ),
);

const DRAWINGS = 'libs/mapping/src/drawings/';
const onlyToLowerRooms = (room, below) =>
  rule(
    'drawings-only-to-lower-rooms',
    'Of the drawings, sources and the files beside the rooms import layout and svg, layout imports svg, and only sources import those files',
    { path: `^${DRAWINGS}${room}`, pathNot: '\\.spec\\.ts$' },
    { path: `^${DRAWINGS}`, pathNot: `^${DRAWINGS}${below}` },
  );
const rooms = [
  onlyToLowerRooms('svg/', 'svg/'),
  onlyToLowerRooms('layout/', '(svg|layout)/'),
  onlyToLowerRooms('[^/]+$', '((svg|layout)/|[^/]+$)'),
];

module.exports = {
  forbidden: [
    ...contextMap,
    rule(
      'no-unlisted-library',
      'A library is the platform, backup, documentation, the SDK, or a context: with an arrow to the catalog in docs/architecture.md',
      { path: '^libs/', pathNot: `^libs/${anyOf(['platform', 'backup', 'documentation', 'sdk', ...contexts])}/` },
      {},
    ),
    rule(
      'sdk-has-no-dependencies',
      'Clients install the SDK without the service and without further packages',
      { path: '^libs/sdk/src/' },
      { pathNot: '^libs/sdk/src/' },
    ),
    rule(
      'not-to-sdk',
      'The service does not use its own client; only the console and the import from another server are clients',
      { path: '^(apps|libs)/', pathNot: '^(libs/sdk|apps/console|apps/cli/src/import/service)/' },
      { path: '^libs/sdk/' },
    ),
    rule(
      'not-to-documentation',
      'Documentation reads the operations of an API; only applications import it',
      { path: '^libs/', pathNot: '^libs/documentation/' },
      { path: '^libs/documentation/' },
    ),
    rule(
      'not-to-viewer',
      'The viewer composes the other contexts; only applications import it',
      { path: '^libs/', pathNot: '^libs/viewer/' },
      { path: '^libs/viewer/' },
    ),
    rule(
      'contexts-only-through-contract',
      'A context imports only contract.ts of another context',
      { path: '^libs/([^/]+)/' },
      { path: '^libs/[^/]+/', pathNot: ['^libs/($1|platform|viewer)/', '^libs/[^/]+/src/contract\\.ts$'] },
    ),
    rule(
      'platform-only-through-index',
      'Outside the platform, a layer is imported by its index.ts',
      { pathNot: '^libs/platform/' },
      { path: '^libs/platform/', pathNot: '^libs/platform/src/[^/]+/index\\.ts$' },
    ),
    rule(
      'platform-not-to-contexts',
      'The platform imports neither backup, documentation, contexts nor applications',
      { path: '^libs/platform/' },
      { path: `^(libs/${anyOf(['backup', 'documentation', ...contexts])}|apps)/` },
    ),
    ...layers,
    ...folders,
    ...rooms,
    rule(
      'no-unlisted-platform-folder',
      'List a new folder of the platform in .dependency-cruiser.cjs, among those that it may import',
      {
        path: `^${LAYER}[^/]+/[^/]+/`,
        pathNot: Object.entries(FOLDERS).map(([layer, names]) => `^${LAYER}${layer}/${anyOf(names)}/`),
      },
      {},
    ),
    rule(
      'contexts-not-to-runtime',
      'Only an application starts servers and composes the platform',
      { path: `^libs/${anyOf(['backup', 'documentation', ...contexts])}/` },
      { path: '^libs/platform/src/runtime/' },
    ),
    rule(
      'contexts-not-to-apps',
      'A context does not depend on the applications that compose it',
      { path: `^libs/${anyOf(contexts)}/` },
      { path: '^apps/' },
    ),
    rule(
      'apps-only-through-public-files',
      'An application imports index.ts, contract.ts and provisioning.ts of a context',
      { path: '^apps/' },
      { path: `^libs/${anyOf(contexts)}/`, pathNot: '^libs/[^/]+/src/(index|contract|provisioning)\\.ts$' },
    ),
    rule(
      'tests-only-through-public-files',
      'Tests use HTTP, or the files that other contexts import; only jobs, which have neither, are called by their class',
      { path: '^test/' },
      {
        path: `^libs/${anyOf(contexts)}/`,
        pathNot: ['^libs/[^/]+/src/(index|contract|provisioning)\\.ts$', '\\.job\\.ts$'],
      },
    ),
    rule(
      'apis-not-to-other-apps',
      'An API imports neither the other API nor the command line; the command line may start both',
      { path: '^apps/(api|data-models-api)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    rule(
      'libraries-by-alias',
      'Import another library as @app/<name>, not by a relative path',
      { path: '^((?:apps|libs)/[^/]+|test)/' },
      { path: '^libs/', pathNot: ['^$1/', '\\.job\\.ts$'], dependencyTypesNot: ['aliased-tsconfig-paths'] },
    ),
    rule(
      'no-nested-index',
      'Only a context and a layer of the platform have an index.ts, at their root',
      {
        path: '^libs/[^/]+/src/.+/index\\.ts$',
        pathNot: ['^libs/[^/]+/src/migrations/index\\.ts$', '^libs/platform/src/[^/]+/index\\.ts$'],
      },
      {},
    ),
    rule(
      'no-circular',
      'Files that import each other may fail to load',
      {},
      {
        circular: true,
        viaOnly: { pathNot: '^apps/viewer/src/components/on-demand\\.ts$' }, // it is loaded after the page
      },
    ),
    {
      ...rule(
        'no-circular-folders',
        'Folders that import each other are not separate modules',
        { path: '^libs/' },
        { circular: true },
      ),
      scope: 'folder',
    },
    rule(
      'aggregates-not-to-infrastructure',
      'An aggregate has rules and columns, but no routes, queries, writes, storage or transport',
      { path: '\\.(aggregate|entity|value)\\.ts$' },
      {
        path: [
          '\\.(controller|queries|commands?|repository|listener|job|module)\\.ts$',
          '(^|/)node_modules/(express|pg|pg-copy-streams|@nestjs)/',
        ],
      },
    ),
    rule(
      'use-cases-not-to-http',
      'A use case takes the actor and values, and returns data, because the command line and jobs dispatch the same commands as controllers',
      {
        path: [
          `^libs/${anyOf(contexts)}/.*\\.(aggregate|commands?|queries|repository|job|listener|value|events)\\.ts$`,
          '^libs/(mapping/src/drawings|pricing/src/parsing)/',
          '^libs/pricing/src/(deliveries|entries|transactions)/(?!ingest-body|ingest-operation)[^.]+\\.ts$',
        ],
      },
      { path: '^libs/platform/src/(rest|runtime)/' },
    ),
    rule('not-to-test', 'Production code does not import tests', { path: '^(apps|libs)/' }, { path: '^test/' }),
    rule(
      'not-to-undeclared-package',
      'Production code imports only `dependencies` of package.json; builds run before, and viewer and console are bundled',
      {
        path: '^(apps|libs)/',
        pathNot: ['[.-]spec\\.ts$', '^apps/(viewer|console)/', '^apps/cli/build\\.mjs$'],
      },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    ),
    rule('not-to-unresolvable', 'No rule can check a module that is not found', {}, { couldNotResolve: true }),
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
