import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Operator } from './run.js';

let operator: Operator;
beforeAll(async () => {
  operator = await Operator.withMigratedDatabase();
});
afterAll(() => operator.leave());

const ASSET = `name: Rope Works, display_name: Rope Works, market: office, address_line1: 1 Road, address_city: Boston,
  address_state: MA, address_country: USA, address_postal_code: "02101"`;

/** A document in a folder of its own, whose map has this drawing. */
const mapOf = (source: string): string =>
  operator.file(
    'declared/file.yaml',
    `assets:\n- {${ASSET}, unit_maps: [{name: M, style: b, source: ${JSON.stringify(source)}}]}\n`,
  );

const inFolder = (name: string): string => join(operator.dataDir, 'declared', name);

/** Expects one line, and nothing written. */
async function rejected(args: string[], message: string | RegExp): Promise<void> {
  const { code, out, err } = await operator.run(args);
  expect({ code, out, err }).toEqual({ code: 1, out: '', err: expect.stringMatching(message) });
  expect(err.trimEnd().split('\n')).toHaveLength(1);
  expect(await operator.rows('select from catalog.asset')).toEqual([]);
}

describe('provision rejects', () => {
  const OUTSIDE = /source names a file that is outside of the folder of the document: /;

  it('files outside the folder of the document', async () => {
    operator.file('outside.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    operator.file('declared-too/outside.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    for (const path of ['../outside.svg', join(operator.dataDir, 'outside.svg'), '../declared-too/outside.svg'])
      await rejected(['provision', mapOf(path)], OUTSIDE);
  });

  it('symbolic links that lead out of it', async () => {
    mapOf('');
    operator.file('outside/plan.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    symlinkSync(join(operator.dataDir, 'outside/plan.svg'), inFolder('link.svg'));
    symlinkSync(join(operator.dataDir, 'outside'), inFolder('linked'));
    for (const path of ['link.svg', 'linked/plan.svg']) await rejected(['provision', mapOf(path)], OUTSIDE);
  });

  it('folders, pipes and devices, without waiting for a writer', async () => {
    mapOf('');
    mkdirSync(inFolder('folder.svg'));
    execFileSync('mkfifo', [inFolder('pipe.svg'), join(operator.dataDir, 'pipe.yaml')]);
    for (const path of ['folder.svg', 'pipe.svg'])
      await rejected(['provision', mapOf(path)], /source names a file that is not a regular file: /);
    for (const path of [join(operator.dataDir, 'pipe.yaml'), '/dev/zero', operator.dataDir])
      await rejected(['provision', path], /is not a regular file/);
  });

  it('large files before it reads them', async () => {
    mapOf('');
    for (const name of ['large.svg', 'large.yaml']) {
      writeFileSync(inFolder(name), '');
      truncateSync(inFolder(name), 2 ** 40);
    }
    await rejected(['provision', mapOf('large.svg')], /source names a file that has more than 50 MiB: large\.svg/);
    await rejected(['provision', inFolder('large.yaml')], /large\.yaml has more than 32 MiB/);
  });

  it.each([
    ['lists', `assets: ${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['objects', `assets: ${'{a: '.repeat(20_000)}${'}'.repeat(20_000)}`],
    ['items', `assets:\n${'- '.repeat(20_000)}a\n`],
    ['lists of 101 levels', `assets: ${'['.repeat(101)}${']'.repeat(101)}`],
    ['an alias of itself', 'assets: &a [*a]'],
  ])('deeply nested %s', async (_, text) => {
    await rejected(
      ['provision', operator.file('deep.yaml', text)],
      /deep\.yaml(:\d+)? ?.*(is nested deeper than 100 levels|alias)/i,
    );
  });

  it.each(['https://*', 'https://*.example.com', 'http://a;script-src', "https://a'b", 'https://a,b', 'https://a!'])(
    'the origin %s of an embed',
    async (origin) => {
      const text = `accounts: [{name: A, embeds: [{name: E, allowed_origins: [${JSON.stringify(origin)}], maps: []}]}]`;
      await rejected(
        ['provision', operator.file('origins.yaml', text)],
        /allowed_origins\[0\] must be the origin of a web page/,
      );
    },
  );
});

describe('Commands that read a file reject pipes and devices', () => {
  it.each([
    [
      'import csv',
      [
        'import',
        'csv',
        'FILE',
        '--asset',
        '1',
        '--process',
        '1',
        '--map',
        'unit_number=a,provider_id=b,price=c,available_on=d',
      ],
    ],
    ['import mits', ['import', 'mits', 'FILE']],
    ['import nyc', ['import', 'nyc', 'FILE']],
    ['import expenses', ['import', 'expenses', 'FILE', '--asset', '1']],
    ['restore', ['restore', 'FILE']],
  ])('%s', async (name, args) => {
    const pipe = join(operator.dataDir, `${name.replace(' ', '-')}.pipe`);
    execFileSync('mkfifo', [pipe]);
    for (const path of [pipe, '/dev/zero']) {
      const { code, err } = await operator.run(args.map((arg) => (arg === 'FILE' ? path : arg)));
      expect({ code, err }).toEqual({
        code: expect.any(Number),
        err: expect.stringMatching(/is not a (regular )?file|option|argument/),
      });
    }
  });
});

describe('Output to the terminal', () => {
  const EVIL = '\u001b[2J\u009b31m\u202e';
  const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/;

  it('escapes the control characters of files', async () => {
    const name = JSON.stringify(`Evil ${EVIL}\nForged line`);
    const document = (more: string) => `accounts: [{name: ${name}${more}}]`;
    const printed = [
      await operator.run(['provision', operator.file('evil.yaml', document(', assets: [None]'))]),
      await operator.run(['provision', operator.file('evil.yaml', document('')), '--dry-run']),
      await operator.run(['provision', operator.file('evil.yaml', `${EVIL}: [}`)]),
      await operator.run(['provision', operator.file('evil.yaml', `"${'\\e'}[2J": 1`)]),
      await operator.run(['import', 'mits', operator.file('evil.xml', `<a>\u009b31m</b${'\u009b'}>`)]),
      await operator.run(['restore', `/tmp/${EVIL}.backup`]),
      await operator.run(['provision', `/tmp/${EVIL}.yaml`]),
    ];
    for (const { out, err } of printed) {
      expect(out + err).not.toBe('');
      expect(out + err).not.toMatch(CONTROL);
      expect(out + err).not.toMatch(/^Forged line/m);
    }
    expect(printed[1]!.out).toContain('Evil \\u001b[2J\\u009b31m\\u202e\\u000aForged line');
  });
});
