import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

const sources = ['apps', 'libs'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(ROOT, folder, file), 'utf8')),
);

describe('Advisory locks', () => {
  it('have unique numbers, because Postgres treats equal numbers as one lock', () => {
    const numbers = sources.flatMap((text) => text.match(/\b4_711_\d{3}_\d{3}\b/g) ?? []);
    expect(numbers.length).toBeGreaterThan(1);
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([]);
  });
});
