import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** The suffixes in CONTRIBUTING.md. */
const SUFFIXES =
  'aggregate|entity|value|events|repository|command|queries|dto|controller|filter|listener|job|metrics|spec|e2e-spec';

/** Files without such a suffix, and folders (`.../`) of such files. To add one is a decision. */
const PLAIN = [
  'catalog/access.ts',
  'catalog/assets/markets.ts',
  'catalog/recent-changes.ts',
  'catalog/units/unit-parts.ts',
  'events/feed/event-stream.ts',
  'events/feed/subjects.ts',
  'events/webhooks/address-rules.ts',
  'events/webhooks/outbound-request.ts',
  'mapping/drawings/',
  'mapping/read-models/landmarks.ts',
  'mapping/unit-maps/apply-map-files.ts',
  'mapping/unit-maps/unit-matcher.ts',
  'mapping/unit-maps/unit-map-files.ts',
  'pricing/deliveries/',
  'pricing/entries/entry-pairs.ts',
  'pricing/entries/flat-rule.ts',
  'pricing/entries/large-pages.ts',
  'pricing/entries/past-publications.ts',
  'pricing/entries/publication-page.ts',
  'pricing/entries/unit-names.ts',
  'pricing/issues/entry-issues.ts',
  'pricing/issues/unit-suggestions.ts',
  'pricing/parsing/',
  'pricing/publications/entry-comparison.ts',
  'pricing/transactions/commit-report.ts',
  'pricing/transactions/ingest.ts',
  'pricing/transactions/ingest-operation.ts',
  'pricing/transactions/price-publisher.ts',
  'pricing/transactions/publish-options.ts',
  'pricing/units/availability.ts',
  'pricing/units/unit-pricing.ts',
  'pricing/units/unit-states.ts',
  'viewer/builds/store-views.ts',
  'viewer/composition/',
  'viewer/documents/shared-cache.ts',
  'viewer/pages/',
];

const WORD = '[a-z0-9]+(-[a-z0-9]+)*';
const MIGRATION = /^migrations\/(index|\d{13}-[a-z0-9-]+)\.ts$/;

const inContext = (context: string) =>
  new RegExp(`^(index|contract|provisioning|${context}\\.module|(${WORD}/)?${WORD}\\.(${SUFFIXES}))\\.ts$`);
/** The platform has no resources: its files are named after their purpose, in one folder per layer. */
const IN_PLATFORM = new RegExp(
  `^(core|persistence|auth|files|audit|resources|rest|runtime)/(${WORD}/)?${WORD}(\\.(${SUFFIXES}|module|guard|interceptor|adapter|middleware|d))?\\.ts$`,
);
const IN_BACKUP = new RegExp(`^${WORD}(\\.(${SUFFIXES}|module))?\\.ts$`);
const IN_API = new RegExp(
  `^(main|create-api|app\\.module|document|(mcp|console)/${WORD}|(${WORD}/)?${WORD}\\.(${SUFFIXES}))\\.ts$`,
);
/** The command line consists of programs, not resources. */
const IN_CLI = new RegExp(`^(${WORD}/)*${WORD}(\\.(e2e-)?spec)?\\.ts$`);

function sources(project: string): string[] {
  const root = join(ROOT, project, 'src');
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !file.includes('/data/') && !file.endsWith('.sql')); // statements.spec.ts names these
}

const kebab = (name: string) => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase();

const isPlain = (file: string) => PLAIN.some((name) => file === name || (name.endsWith('/') && file.startsWith(name)));

/** Libraries that are no contexts: the SDK knows only the OpenAPI documents, backup only tables, documentation only operations. */
const contexts = readdirSync(join(ROOT, 'libs')).filter(
  (name) => !['platform', 'backup', 'documentation', 'sdk'].includes(name),
);

describe('A file', () => {
  it.each(contexts)('of %s has a documented suffix', (context) => {
    const named = inContext(context);
    const strange = sources(`libs/${context}`).filter((file) => !named.test(file) && !MIGRATION.test(file));
    const unknown = strange.filter((file) => !isPlain(`${context}/${file}`));
    const advice =
      'give it a suffix (Names in CONTRIBUTING.md), or list it in PLAIN of test/architecture/naming.spec.ts';
    expect(unknown.map((file) => `libs/${context}/src/${file}: ${advice}`)).toEqual([]);
  });

  it.each(['backup', 'documentation'])('of %s is named after its purpose', (library) => {
    expect(sources(`libs/${library}`).filter((file) => !IN_BACKUP.test(file))).toEqual([]);
  });

  it('of the platform is named after its purpose, in the folder of a layer', () => {
    expect(sources('libs/platform').filter((file) => !IN_PLATFORM.test(file) && !MIGRATION.test(file))).toEqual([]);
  });

  it('of the platform shares its folder with at most 13 others', () => {
    const folders = sources('libs/platform').map((file) => dirname(file));
    const sizes = [...new Set(folders)].map((folder) => [folder, folders.filter((each) => each === folder).length]);
    expect(sizes.filter(([folder, files]) => folder !== 'migrations' && Number(files) > 14)).toEqual([]);
  });

  it.each([
    ['api', IN_API],
    ['data-models-api', IN_API],
    ['cli', IN_CLI],
  ])('of apps/%s follows the naming conventions', (app, named) => {
    expect(sources(`apps/${app}`).filter((file) => !named.test(file) && !MIGRATION.test(file))).toEqual([]);
  });

  it('called index.ts exists only at the root of a context or layer, or lists migrations', () => {
    const deep = contexts.flatMap((library) =>
      sources(`libs/${library}`)
        .filter((file) => file.includes('/') && basename(file) === 'index.ts' && file !== 'migrations/index.ts')
        .map((file) => `${library}/${file}`),
    );
    expect(deep).toEqual([]);
  });

  it('exists if the list of plain names contains it', () => {
    const listed = PLAIN.filter((name) => contexts.includes(name.split('/')[0]!));
    const gone = listed.filter((name) => !existsSync(join(ROOT, 'libs', name.replace('/', '/src/'))));
    expect(gone).toEqual([]);
  });
});

/** Jobs that run at intervals have the name in their decorator; consumers of the outbox too. */
const JOB = /^@(?:Scheduled|Consumer)\('([^']+)'.*\n(?:export )?class (\w+)Job /m;

describe('A job', () => {
  const jobs = ['platform', ...contexts].flatMap((library) =>
    sources(`libs/${library}`)
      .filter((file) => file.endsWith('.job.ts'))
      .map((file) => ({ file, text: readFileSync(join(ROOT, 'libs', library, 'src', file), 'utf8') })),
  );

  it('has the same name in metrics, in the outbox, as a class and as a file', () => {
    const named = jobs.flatMap(({ file, text }) => {
      const [, name, type = ''] = JOB.exec(text) ?? [];
      return name ? [{ file: basename(file, '.job.ts'), name, type: kebab(type) }] : [];
    });
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter(({ file, name, type }) => file !== name || type !== name)).toEqual([]);
  });
});

describe('A context', () => {
  it.each(contexts)('%s has everything that CONTRIBUTING.md requires', (context) => {
    const files = ['src/index.ts', `src/${context}.module.ts`, 'src/migrations/index.ts'];
    const wanted = files.map((file) => `libs/${context}/${file}`);
    expect(wanted.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    const { projects } = JSON.parse(readFileSync(join(ROOT, 'nest-cli.json'), 'utf8'));
    expect(projects).toHaveProperty([context, 'sourceRoot'], `libs/${context}/src`);
  });
});
