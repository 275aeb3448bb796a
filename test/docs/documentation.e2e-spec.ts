import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { provideFiles } from '../cli/example.js';
import { Operator, type Service } from '../cli/run.js';
import { built } from '../support/service.mjs';
import { browserIsInstalled, openBrowser } from '../viewer-app/browser.js';
import { Site } from '../viewer-app/sites.js';
import { type Block, blocks, blocksIn, ROOT } from './blocks.js';
import { differences, lastJson, parseShown, showsText } from './compare.js';
import { type Done, faultsOf, missingProgram, Shell } from './shell.js';

const ALL = blocks();
/** Pages for contributors, whose commands write source files. */
const CHANGES_SOURCES = ['CONTRIBUTING.md', 'docs/tutorials/extend-a-context.md'];
/** Pages that only read share a service with its demonstration. */
const ONLY_READ = ['docs/agents.md', 'docs/embedding.md', 'docs/operations/audit.md', 'docs/umap.md'];
const COMPILER = join(ROOT, 'node_modules/typescript-native/bin/tsc');

const isElsewhere = ({ mark }: Block): boolean => mark?.kind === 'not run' || mark?.kind === 'run by';
const nameOf = ({ page, line, language }: Block): string => `${page}:${line} ${language}`;
const ranHere = ALL.filter((block) => !isElsewhere(block));
const pages = [...new Set(ranHere.map(({ page }) => page))];

/** What is missing on this machine to run a block. */
const missing = (block: Block): string | undefined =>
  block.language === 'html' && !browserIsInstalled ? 'Chromium' : missingProgram(block);

const counted = (names: string[]): Record<string, number> =>
  Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((each) => each === name).length]));

/** Runs the blocks of a page in order. */
class Page {
  private latest: Done | undefined;

  constructor(private readonly shell: Shell) {}

  /** @returns how the block is wrong */
  async run(block: Block): Promise<string[]> {
    const { language, text, mark } = block;
    if (mark?.kind === 'output') return this.shown(block, this.latest!);
    if (mark?.kind === 'output of' || mark?.kind === 'shape of')
      return this.shown(block, await this.shell.run(mark.value), mark.kind === 'shape of');
    if (mark?.kind === 'into') return this.insert(mark.value, text);
    if (language === 'sh') {
      this.latest = await this.shell.run(text);
      return faultsOf(block, this.latest);
    }
    if (mark?.kind === 'file') this.shell.file(mark.value, this.shell.filled(text));
    if (language === 'html') return this.open(text);
    if (mark?.kind === 'file' && CHANGES_SOURCES.includes(block.page)) return []; // compiled with the other sources
    if (mark?.kind === 'file') return this.checkFile(language, mark.value);
    return ['is not run: write commands, or a mark of test/docs/blocks.ts before it'];
  }

  private shown({ language, text }: Block, { out, err }: Done, isShape = false): string[] {
    if (language === 'json') return differences(parseShown(text), lastJson(out), isShape);
    const shown = this.shell.filled(text);
    const printed = out + err.replaceAll(/^HTTP \d+\n/gm, '');
    return showsText(shown, printed) ? [] : [`not shown, but:\n${printed}`];
  }

  private async insert(where: string, text: string): Promise<string[]> {
    const [, path, side, place, names] = /^(\S+), (before|after|instead of): (.+?)(?:, importing: (.+))?$/.exec(where)!;
    const name = this.shell.find(path!);
    const old = this.shell.read(name);
    if (!old.includes(place!)) return [`${name} does not contain ${place}`];
    const inserted = { before: `${text}${place}`, after: `${place}\n${text}`, 'instead of': text.trim() }[side!]!;
    const changed = old.replace(place!, () => inserted);
    this.shell.file(name, names ? `import ${names};\n${changed}` : changed);
    return name.endsWith('.html') ? this.open(changed) : [];
  }

  /** Files that a program can read are read by it. */
  private async checkFile(language: string, name: string): Promise<string[]> {
    const commands: Record<string, string> = {
      json: `node -e 'JSON.parse(fs.readFileSync("${name}", "utf8"))'`,
      yaml: `npm run cli -- provision "${name}" --dry-run`,
      js: `node --check "${name}"`,
      ts: `node "${COMPILER}" --noEmit --strict --target es2023 --lib es2023,dom --skipLibCheck --ignoreConfig "${name}"`,
    };
    const { code, out, err } = await this.shell.run(commands[language]!);
    return code === 0 ? [] : [out + err];
  }

  /** Opens a web page with an embed, and presses its buttons. */
  private async open(html: string): Promise<string[]> {
    const faults: string[] = [];
    const browser = await openBrowser();
    const site = await Site.open('127.0.0.1');
    const body = this.shell.filled(html).replaceAll('https://www.example.com', site.origin);
    site.pages.set('/', { body: `<link rel="icon" href="data:," />${body}` });
    try {
      const page = await browser.newPage();
      page.on('pageerror', (error) => faults.push(error.message));
      page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
      await page.goto(site.origin);
      const map = page.frameLocator('iframe').locator('main');
      await map.waitFor({ state: 'attached' }).catch(() => faults.push('The frame shows no map'));
      for (const button of await page.locator('button').all()) await button.click();
      return faults;
    } finally {
      await site.close();
      await browser.close();
    }
  }
}

describe('The code blocks of the documentation', () => {
  it('run, or name the test that runs them or the reason not to', () => {
    const reasons = ALL.map(({ mark, ...block }) =>
      mark && isElsewhere({ mark, ...block })
        ? `${mark.kind}: ${mark.value}`
        : missing({ mark, ...block })
          ? `${missing({ mark, ...block })} is missing`
          : 'run',
    );
    console.info(`Blocks of the documentation: ${JSON.stringify(counted(reasons), null, 2)}`);
    const tests = ALL.flatMap(({ mark }) => (mark?.kind === 'run by' ? [mark.value] : []));
    expect(tests.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
    expect(ranHere.length).toBeGreaterThan(70);
  });

  it('fail without commands and without a comment', async () => {
    const [block] = blocksIn('page.md', 'Text\n\n```js\nconst a = 1;\n```\n');
    expect(await new Page(undefined as never).run(block!)).toEqual([expect.stringContaining('is not run')]);
  });
});

/** A test for each block of a page, in order. */
function inOrder(name: string, page: () => Page): void {
  for (const block of ranHere.filter((each) => each.page === name)) {
    const program = missing(block);
    if (program) it.skip(`${nameOf(block)}: ${program} is missing`, () => {});
    else it(nameOf(block), async () => expect(await page().run(block)).toEqual([]));
  }
}

describe('Pages that use the service', () => {
  let demonstration: Service & { folder: string; reader: string };
  const home = mkdtempSync(join(tmpdir(), 'property-map-docs-'));
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  /** A service with a demonstration that nothing has changed, as after the first `npm start`. */
  const demonstrated = () =>
    Operator.prepared('documented', async (draft) => {
      built();
      const service = await draft.start();
      const document = `${service.api}/v1/embeds/demoembed01/viewer-document`;
      for (let tries = 0; tries < 600 && (await fetch(document)).status === 503; tries++) await sleep(100);
      await service.stop();
      const create = [
        'keys',
        'create',
        '--name',
        'reader',
        '--permissions',
        'service.*,manage.*,audit.read',
        '--accounts',
        'all',
      ];
      const [reader] = /pms_\w+/.exec(await draft.do(...create))!;
      demonstration = { ...service, folder: join(home, 'data'), reader };
      cpSync(draft.dataDir, demonstration.folder, { recursive: true });
    });

  const others = pages.filter((name) => ![...CHANGES_SOURCES, ...ONLY_READ].includes(name));
  const groups = [ONLY_READ, ...others.map((name) => [name])];

  describe.each(groups.map((names) => [names.join(', '), names] as const))('%s', (_, names) => {
    let operator: Operator;
    let service: Service;
    let page: Page;

    beforeAll(async () => {
      operator = await demonstrated();
      cpSync(demonstration.folder, operator.dataDir, { recursive: true });
      service = await operator.start({ DEMO: 'false', RATE_LIMIT_PER_MINUTE: '0' });
      const key = demonstration.reader;
      const shell = new Shell(
        join(operator.dataDir, 'reader'),
        { DATABASE_URL: operator.databaseUrl, DATA_DIR: operator.dataDir },
        {
          'http://localhost:3000': service.api,
          'http://localhost:3001': service.ai,
          'https://maps.example.com': service.api,
          k3v9q0x7d2m: 'demoembed01',
          'pms_...': key,
        },
        [
          [demonstration.api, service.api],
          [demonstration.ai, service.ai],
          [demonstration.key, key],
        ].reduce((text, [from, to]) => text.replaceAll(from!, to!), demonstration.text),
      );
      shell.set('KEY', key);
      shell.set('PROCESS', `${service.api}/v1/assets/1/multifamily/pricing/1`);
      await provideFiles(operator, 'reader/clone');
      page = new Page(shell);
    }, 600_000);
    afterAll(async () => {
      await service?.stop();
      await operator?.leave();
    });

    for (const name of names) inOrder(name, () => page);
  });
});

describe.each(CHANGES_SOURCES)('%s, for contributors', (name) => {
  const home = mkdtempSync(join(tmpdir(), 'property-map-docs-'));
  let shell: Shell;
  beforeAll(() => void (shell = new Shell(home)));
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  inOrder(name, () => new Page(shell));

  it('leaves sources that compile', () => {
    execFileSync(process.execPath, [COMPILER, '--noEmit'], { cwd: shell.folder, encoding: 'utf8' });
  });
});
