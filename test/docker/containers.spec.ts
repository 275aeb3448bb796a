import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSettings } from '@app/platform/core';
import { parse } from 'yaml';

const { faultsOf } = (await import('../compose-lint.mjs' as string)) as { faultsOf(text: string): string[] };
const ROOT = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** The instructions of each stage as words, with continued lines joined and without comments. */
const stages = read('docker/Dockerfile')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n/g, ' ')
  .split(/^(?=FROM )/m)
  .filter((text) => text.startsWith('FROM '))
  .map((text) => text.trim().split(/\n+/));
const last = stages.at(-1)!;
const of = (stage: string[], instruction: string) =>
  stage.filter((line) => line.startsWith(`${instruction} `)).map((line) => line.slice(instruction.length + 1));

interface Service {
  image?: string;
  command?: string[];
  environment?: Record<string, string | number>;
  env_file?: { path: string; required: boolean }[];
  depends_on?: Record<string, unknown>;
  stop_grace_period?: string;
}
const { services, volumes } = parse(read('docker/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};
const programs = Object.values(services).filter(({ image }) => image === 'property-map-service');

/** Fills in the defaults of unset variables, as compose does. */
const filled = (text: string | number) => String(text).replace(/\$\{\w+:-([^}]*)\}/g, '$1');

describe('The image', () => {
  it('copies only existing files that .dockerignore permits', () => {
    const ignored = read('.dockerignore').split('\n');
    const copied = stages.flatMap((stage) => of(stage, 'COPY')).filter((line) => !line.startsWith('--from'));
    const sources = copied.flatMap((line) => line.split(/\s+/).slice(0, -1));
    expect(sources).toContain('package-lock.json');
    expect(sources.filter((source) => !existsSync(join(ROOT, source)))).toEqual([]);
    const passes = (source: string) => ignored.some((line) => line === `!${source}` || source.startsWith(`${line.slice(1)}/`)); // oxfmt-ignore
    expect(sources.filter((source) => !passes(source))).toEqual([]);
    expect(ignored).toContain('*');
  });

  it('has only production packages, and no build tools', () => {
    expect(of(last, 'RUN').join()).not.toMatch(/npm (ci|install|run)|apt/);
    expect(of(last, 'RUN').join()).toContain('/usr/local/bin/npm');
    const packages = stages.find((stage) => stage[0]!.endsWith('AS packages'))!;
    expect(of(packages, 'RUN').join()).toMatch(/npm ci --omit=dev .*node_modules\/typescript/);
    expect(of(last, 'COPY').join()).toContain('--from=packages /app/node_modules node_modules');
  });

  it('does not run as root, and has a folder of its own for files', () => {
    expect(of(last, 'USER')).toEqual(['1000:1000']);
    expect(of(last, 'RUN').join()).toContain('install -d -o node -g node /data');
    expect(of(last, 'ENV').join()).toContain('DATA_DIR=/data');
  });

  it('exposes the ports of the settings, has a health check, and receives signals', () => {
    const { port, aiPort } = readSettings({ DATABASE_URL: 'postgres://none' });
    expect(of(last, 'EXPOSE')).toEqual([`${port} ${aiPort}`]);
    expect(of(last, 'HEALTHCHECK')[0]).toContain('CMD ["node", "docker/healthy.mjs"]');
    expect(read('docker/healthy.mjs')).toContain('/health/live');
    expect(JSON.parse(of(last, 'ENTRYPOINT')[0]!)).toEqual([
      ...['node', '--enable-source-maps', '--max-semi-space-size=4', '--heap-growing-percent=50', 'docker/run.mjs'],
    ]);
  });

  it('uses one version of Node, which package.json allows', () => {
    const bases = new Set(stages.map((stage) => stage[0]!.split(' ')[1]));
    expect([...bases]).toEqual([expect.stringMatching(/^node:(20|22)-bookworm-slim$/)]);
  });
});

describe('The package', () => {
  const { bin, files, scripts } = JSON.parse(read('package.json')) as {
    bin: Record<string, string>;
    files: string[];
    scripts: Record<string, string>;
  };

  it('contains the files that the image copies, and its build', () => {
    const copied = of(last, 'COPY')
      .filter((line) => !line.startsWith('--from'))
      .flatMap((line) => line.split(/\s+/).slice(0, -1));
    const beside = ['package.json', 'docker/run.mjs', 'docker/healthy.mjs']; // npm adds the first; only images use the others
    expect(files).toEqual(expect.arrayContaining(copied.filter((source) => !beside.includes(source))));
    expect(files).toEqual(expect.arrayContaining(['dist/apps', 'dist/libs', 'dist/viewer']));
    expect(scripts['prepack']).toBe('node apps/cli/bootstrap.mjs --build');
  });

  it('has a command that runs', () => {
    const program = bin['property-map']!;
    expect(files).toContain(program);
    expect(read(program)).toMatch(/^#!\/usr\/bin\/env node\n/);
    expect(JSON.parse(read('package-lock.json')).packages['']).toMatchObject({ bin });
  });
});

describe('The Compose file', () => {
  it('follows the schema of the Compose Specification', () => {
    const text = read('docker/compose.yaml');
    expect(faultsOf(text)).toEqual([]);
    expect(faultsOf(text.replace('healthcheck: { disable: true }', 'healthcheck: { disabled: true }'))).toEqual([
      '/services/migrate/healthcheck: must NOT have additional properties: disabled',
    ]);
  });

  it('has two replicas behind a proxy that checks readiness, the second API, and a migration before them', () => {
    const commands = Object.entries(services).map(([name, { command }]) => `${name}: ${command?.[0]}`);
    expect(commands).toEqual(
      expect.arrayContaining(['api-1: api', 'api-2: api', 'data-models-api: data-models-api', 'migrate: migrate']),
    );
    const proxy = read('docker/Caddyfile');
    expect(proxy).toContain('import to-replicas api-1:3000 api-2:3000');
    expect(proxy).toContain('import to-replicas data-models-api:3001');
    expect(proxy).toContain('health_uri /health/ready');
    for (const name of ['api-1', 'api-2', 'data-models-api'])
      expect(services[name]!.depends_on).toMatchObject({ migrate: { condition: 'service_completed_successfully' } });
  });

  it('loads the demonstration once, and prints a key and addresses of the host', () => {
    const { demonstration, proxy } = services;
    expect(demonstration).toMatchObject({ command: ['demo', '--once'], environment: { PORT: '${PORT:-3000}' } });
    expect(proxy!.depends_on).toMatchObject({ demonstration: { condition: 'service_completed_successfully' } });
  });

  it('references existing services and volumes', () => {
    const wanted = Object.values(services).flatMap(({ depends_on = {} }) => Object.keys(depends_on));
    expect(wanted.filter((name) => !(name in services))).toEqual([]);
    expect(Object.keys(volumes)).toEqual(['postgres', 'files', 'demonstration']);
  });

  it('sets variables that the programs read, to valid values', () => {
    expect(programs.length).toBe(6);
    for (const { environment = {} } of programs) {
      const known = read('libs/platform/src/core/settings/settings.ts');
      const names = Object.keys(environment).filter((name) => name !== 'DEMO'); // DEMO belongs to the command line
      expect(names.filter((name) => !known.includes(`'${name.replace(/^S3_(?!ENDPOINT)/, '')}'`))).toEqual([]);
      const settings = readSettings(Object.fromEntries(names.map((name) => [name, filled(environment[name]!)])));
      expect(settings).toMatchObject({ trustProxy: true, s3: { bucket: 'files', endpoint: 'http://minio:9000' } });
      expect(new URL(settings.databaseUrl).hostname).toBe('postgres');
    }
  });

  it('passes every setting of docker/.env to its programs, except those that it decides', () => {
    const decided = Object.keys(services['api-1']!.environment!).sort();
    expect(decided).toEqual([
      ...['AI_PORT', 'DATABASE_URL', 'DATA_DIR', 'DRAIN_SECONDS', 'PORT'],
      ...['S3_ACCESS_KEY_ID', 'S3_BUCKET', 'S3_ENDPOINT', 'S3_SECRET_ACCESS_KEY', 'TRUST_PROXY'],
    ]);
    for (const program of programs) expect(program.env_file).toEqual([{ path: '.env', required: false }]);
    expect(read('.gitignore').split('\n')).toContain('docker/.env');
    const page = read('docs/operations/deployment.md');
    for (const name of decided) expect(page).toContain(name.startsWith('S3_') ? '`S3_`' : `\`${name}\``);
  });

  it('gives servers time to drain and to complete the longest upload', () => {
    for (const { stop_grace_period: grace, environment } of programs.filter((each) => each.stop_grace_period))
      expect(parseInt(grace!)).toBeGreaterThanOrEqual(Number(environment!['DRAIN_SECONDS']) + 130);
  });
});
