import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { runCommandLine } from '../command-line.js';

async function scriptFor(shell: string): Promise<string> {
  let script = '';
  const code = await runCommandLine(['completion', shell], {
    env: {},
    out: (text) => (script += text),
    err: () => undefined,
    rewrite: undefined,
    colors: false,
    signal: new AbortController().signal,
  });
  expect(code).toBe(0);
  return script;
}

/** What bash offers for the last of the words. */
const CALL = `
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _property_map; echo "\${COMPREPLY[*]}"`;
const BASH = '/bin/bash';

(existsSync(BASH) ? describe : describe.skip)('In bash', () => {
  let script: string;
  beforeAll(async () => {
    script = await scriptFor('bash');
  });

  it.each([
    ['ke', 'keys'],
    ['keys ', 'create list rotate revoke --help'],
    ['keys create --pe', '--permissions'],
    ['keys create --key ', ''],
    ['provision property.yaml --pr', '--prune'],
    ['open ', 'map docs start --print --json --help'],
    ['completion f', 'fish'],
    ['openap', ''],
  ])('property-map %s<Tab> offers "%s"', (line, words) => {
    const typed = ['property-map', ...line.split(' ')];
    const { stdout, stderr } = spawnSync(BASH, ['-c', script + CALL, 'bash', ...typed], { encoding: 'utf8' });

    expect({ stdout: stdout.trim(), stderr }).toEqual({ stdout: words, stderr: '' });
  });
});

it.each([
  ['zsh', "    1:keys\\ *) candidates=('create:Creates an API key"],
  ['fish', "complete -c property-map -n '__property_map_at below keys create' -l permissions -r -d "],
  ['powershell', "    'keys create' = @(@('--name', "],
])('completes the options of each command in %s', async (shell, line) => {
  const script = await scriptFor(shell);

  expect(script).toContain(line);
  expect(script).not.toContain('openapi');
});
