import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import { groups } from '../documents.mjs';
import { literalCode, repositoryLinks } from '../links.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A sidebar link to a page of the repository, titled by its first heading. */
const page = (path) => ({
  text: /^# (.+)$/m.exec(readFileSync(`${ROOT}${path}.md`, 'utf8'))[1].replaceAll('`', ''),
  link: `/${path.replace(/README$/, '')}`,
});
const section = (text, paths, collapsed = false) => ({ text, collapsed, items: paths.map(page) });
const reference = (api, text) => ({
  text,
  collapsed: true,
  items: groups(api).map(({ slug, name }) => ({ text: name, link: `/reference/${slug}` })),
});

const operations = ['deployment', 'upgrade', 'backup', 'monitoring', 'audit'].map((name) => `docs/operations/${name}`);
const SIDEBAR = [
  section(
    'Tutorials',
    [
      'push-prices-nightly',
      'put-a-map-on-your-site',
      'show-the-total-price',
      'match-third-party-ids',
      'extend-a-context',
    ].map((name) => `docs/tutorials/${name}`),
  ),
  section('Use the API', [
    'docs/integrating',
    'docs/pricing',
    'docs/expenses',
    'libs/sdk/README',
    'examples/prices/README',
    'docs/agents',
    'docs/contract/specification',
    'docs/contract/decisions',
    'docs/versions',
  ]),
  section('Show the map', [
    'docs/embedding',
    'examples/embed/README',
    'docs/viewer',
    'docs/accessibility',
    'docs/viewer-document',
    'docs/drawings',
    'docs/umap',
    'docs/viewer-comparison',
  ]),
  section('Operate', ['docs/configuration', 'docs/cli', ...operations, 'docs/scaling', 'SECURITY']),
  section(
    'Change',
    [
      'CONTRIBUTING',
      'docs/architecture',
      'docs/decisions/README',
      'docs/benchmarks',
      'docs/conformance',
      'docs/robustness-tests',
      'docs/indexes',
      'docs/dependencies',
      'CHANGELOG',
    ],
    true,
  ),
  reference('api', 'Reference: main API'),
  reference('data-models-api', 'Reference: second API'),
];

/** Resolves Vue, which is installed only here, for pages outside this folder. */
const vueOfTheSite = {
  name: 'vue-of-the-site',
  enforce: 'pre',
  resolveId: (id, _importer, { ssr }) => (ssr && /^vue(\/|$)/.test(id) ? { id, external: true } : undefined),
};

/** The documentation as a static site: the Markdown files of the repository, and a reference of both APIs. */
export default defineConfig({
  title: 'Property Map Service',
  description: 'Real-estate assets, prices and an interactive unit map: a JSON REST service',
  lang: 'en',
  base: process.env.SITE_BASE ?? '/',
  srcDir: ROOT,
  srcExclude: ['{.data,apps,coverage,dist,docker,node_modules,test}/**', 'libs/!(sdk)/**', '**/node_modules/**'],
  outDir: fileURLToPath(new URL('../dist', import.meta.url)),
  rewrites: (path) => path.replace(/(^|\/)README\.md$/, '$1index.md').replace(/^tools\/site\//, ''),
  cleanUrls: true,
  vite: { plugins: [vueOfTheSite] },
  ignoreDeadLinks: 'localhostLinks',
  markdown: {
    config: (markdown) => {
      repositoryLinks(markdown, { root: ROOT, source: process.env.SOURCE_URL });
      literalCode(markdown);
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: SIDEBAR,
    ...(process.env.SOURCE_URL && { nav: [{ text: 'Source', link: process.env.SOURCE_URL }] }),
  },
});
