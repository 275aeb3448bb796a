import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings, SettingError } from '@app/platform/core';

const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const PAGE = read('docs/configuration.md');

/** The table of the documentation: names, default and description of each row. */
const ROWS = /^## Settings\n([^]*?)^## /m
  .exec(PAGE)![1]!
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()))
  .map(([, names, otherwise, words]) => ({ names: namesIn(names!), otherwise: otherwise!, words: words! }));

function namesIn(text: string): string[] {
  return [...text.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map((match) => match[1]!);
}

/** Sources of settings that only the command line reads. */
const CLI = read('apps/cli/src/start/start.ts') + read('apps/cli/src/connect.ts');
const LITERAL = /(?:integer|boolean|choice)\((?:io\.)?env, '(\w+)', '?([\w.]+)'?/g;

/** Every variable that the settings read, with a bucket and without. */
function looked(): string[] {
  const names = new Set<string>();
  for (const given of [{}, { S3_BUCKET: 'files' }] as Record<string, string>[])
    readSettings(
      new Proxy({ DATABASE_URL: 'postgres://none', ...given } as NodeJS.ProcessEnv, {
        get: (env, name) => {
          names.add(String(name));
          return env[String(name)];
        },
      }),
    );
  for (const [, name] of CLI.matchAll(LITERAL)) names.add(name!);
  return [...names].sort();
}

describe('The settings', () => {
  it('are exactly those in docs/configuration.md', () => {
    const named = ROWS.flatMap(({ names, words }) => [
      ...names,
      ...namesIn(words).filter((name) => name.startsWith('S3_') || words.includes(`\`${name}\`, its former name`)),
    ]);
    const own = looked().filter((name) => !name.startsWith('OTEL_'));
    expect(own).toContain('DEMO');
    expect([...new Set(named)].sort()).toEqual(own);
  });

  it('of OpenTelemetry are in docs/configuration.md', () => {
    const standard = looked().filter((name) => name.startsWith('OTEL_'));
    expect(standard).toContain('OTEL_EXPORTER_OTLP_ENDPOINT');
    expect(standard.filter((name) => !PAGE.includes(`\`${name}`))).toEqual([]);
  });

  it('have the defaults in docs/configuration.md', () => {
    const defaults = [...(read('libs/platform/src/core/settings/settings.ts') + CLI).matchAll(LITERAL)].map(
      ([, name, otherwise]) => [name!, otherwise!.replaceAll('_', '')] as const,
    );
    expect(defaults.length).toBeGreaterThan(10);
    const documented = (name: string) =>
      ROWS.find(
        ({ names, words }) => names.includes(name) || words.includes(`\`${name}\`, its former name`),
      )!.otherwise.replaceAll('`', '');
    expect(defaults.filter(([name, otherwise]) => documented(name) !== otherwise)).toEqual([]);
    const { words } = ROWS.find(({ names }) => names.includes('LOG_LEVEL'))!;
    expect(words).toContain(`\`npm start\`: \`${/LOG_LEVEL: '(\w+)'/.exec(CLI)![1]}\``);
    const { dataDir, publicUrl, s3, trustProxy } = readSettings({ DATABASE_URL: 'postgres://none' });
    expect([documented('DATA_DIR'), documented('PUBLIC_URL'), documented('S3_BUCKET')]).toEqual([
      dataDir,
      'none',
      'none',
    ]);
    expect(documented('TRUST_PROXY')).toBe(JSON.stringify(trustProxy));
    expect([publicUrl, s3]).toEqual([undefined, undefined]);
  });

  it.each([
    ['DATABASE_URL', ['', 'nowhere', 'mysql://a', '://']],
    ['PORT', ['-1', '65536', '3.5', 'http', '0x10', ' 1']],
    ['DATABASE_POOL', ['0', '3', '1001']],
    [
      'TRUST_PROXY',
      ['yes', 'TRUE', '2', '10.0.0.0/33', 'fd00::/129', '10.0.0.1,', 'a.example', '10.0.0.1 10.0.0.2', 'true,10.0.0.1'],
    ],
    ['LOG_LEVEL', ['loud', 'WARN']],
    ['PUBLIC_URL', ['maps.example.com', 'ftp://maps.example.com', 'https://a.example?x=1', 'https://a.example?']],
    ['AI_PUBLIC_URL', ['https://a.example#', 'https://user:password@a.example', 'https://a.example/a b']],
    ['S3_PREFIX', ['files/']],
    ['S3_ACCESS_KEY_ID', ['AKIA']],
    ['S3_REGION', ['eu-west-1']],
    ['API_CONTACT', ['security@example.com', 'http://example.com']],
    ['SECURITY_CONTACT', ['security@example.com', 'http://example.com', 'mailto:a b@example.com']],
  ])('reject an invalid %s in one line that names it', (name, values) => {
    for (const value of values) {
      const wrong = () => readSettings({ DATABASE_URL: 'postgres://none', [name]: value });
      expect(wrong).toThrow(SettingError);
      expect(wrong).not.toThrow('password@a.example');
      expect(wrong).toThrow(
        /^(?=.*(DATABASE_URL|PORT|DATABASE_POOL|TRUST_PROXY|LOG_LEVEL|PUBLIC_URL|S3_BUCKET|SECURITY_CONTACT|API_CONTACT))[^\n]*$/,
      );
    }
  });
});
