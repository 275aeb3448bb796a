import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** A block of commands in a guide. */
export interface Block {
  file: string;
  /** from 1 */
  line: number;
  text: string;
}

const GUIDES = ['README.md', 'CONTRIBUTING.md', 'docs/*.md', 'examples/**/*.md', 'libs/sdk/README.md'];

/** Blocks, by how they begin, that no test can run against the demonstration, with the reason. */
export const ELSEWHERE: Record<string, string> = {
  'npm start\n': 'is the demonstration itself, and runs for good: test/cli/start',
  'npm test': 'the tests themselves',
  'npm run openapi\n': 'writes the contract of what a reader has added: test/contract',
  'npm run new --': 'writes source files: test/architecture',
  'npm run bench': 'measures for minutes',
  'npm run blackbox': 'takes from minutes to hours',
  'npm run conformance': 'needs another server: test/conformance',
  'npm run build\n': 'a server in production: test/support/service.ts starts the same programs',
  'npm pack\n': 'installs from the network; test/docker looks at what it holds',
  'npm pack ./libs/sdk': 'test/sdk/package',
  SOURCE_API_KEY: 'needs another server: test/cli/import-service',
  'DATA_DIR=/srv/map npm run cli -- restore': 'an installation of its own: test/backup',
  BACKUP_SCHEDULE: 'runs for good: test/backup',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'runs for good, and needs a collector: test/observability/tracing',
  pg_basebackup: 'needs a Postgres server that archives its WAL',
  'docker compose': 'needs Docker',
  'kubectl apply': 'needs Kubernetes',
  'export DATABASE_URL': 'needs a cluster of Citus: docs/scaling.md says how it is tried',
};

const listed = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...GUIDES], { cwd: ROOT })
    .toString()
    .split('\n')
    .filter((path) => path && existsSync(join(ROOT, path)));

/** All blocks of commands. */
export const blocks = (): Block[] =>
  listed().flatMap((file) => {
    const text = readFileSync(join(ROOT, file), 'utf8');
    return [...text.matchAll(/^```(?:sh|bash|shell|console)\n([^]*?)^```$/gm)].map((found) => ({
      file,
      line: text.slice(0, found.index).split('\n').length,
      text: found[1]!,
    }));
  });

export const reasonOf = ({ text }: Block): string | undefined =>
  Object.keys(ELSEWHERE).find((begin) => text.startsWith(begin));

export const blocksOf = (file: string): Block[] => {
  const found = blocks().filter((block) => block.file === file && reasonOf(block) === undefined);
  if (found.length === 0) throw new Error(`${file} has no commands that run here`);
  return found;
};
