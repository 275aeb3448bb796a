import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** Texts of new files, and functions that edit existing ones. */
type Files = Record<string, string | ((old?: string) => string)>;
type Edits = Record<string, (...given: unknown[]) => Files>;

const load = async (file: string): Promise<Edits> => (await import(join(ROOT, 'tools/new', file))) as Edits;
const read = (file: string) => (existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : undefined);

/** Values that a template lacked. */
const holesIn = (text: string) => text.match(/undefined|\[object/g)?.length ?? 0;

const { resourceEdits } = await load('resource.mjs');
const { fieldEdits } = await load('field.mjs');
const { contextEdits } = await load('context.mjs');
const turbine = { name: 'wind-turbine', plural: 'wind-turbines', context: 'catalog' };
const field = { name: 'wind-speed', of: 'building', context: 'catalog', type: 'float' };

describe('npm run new writes', () => {
  const types = ['text', 'int32', 'bool', 'date', 'time', 'url'];
  const written: [string, () => Files][] = [
    ['a resource', () => resourceEdits!(turbine)],
    ['a read-only resource', () => resourceEdits!({ ...turbine, readOnly: true })],
    ['a context', () => contextEdits!('hydroelectric-plants', 'wind turbines and their output')],
    ['a field', () => fieldEdits!(field)],
    ['a field with limits', () => fieldEdits!({ ...field, max: 90 })],
    ['a read-only field', () => fieldEdits!({ ...field, readOnly: true })],
    ...types.map((type): [string, () => Files] => [`a ${type}`, () => fieldEdits!({ ...field, type })]),
  ];
  it.each(written)('%s as new files and a change to each list', (_, edits) => {
    for (const [file, edit] of Object.entries(edits())) {
      const old = read(file);
      const text = typeof edit === 'string' ? edit : edit(old);
      expect([file, typeof edit === 'string' && old !== undefined]).toEqual([file, false]);
      expect([file, text === old, holesIn(text) > holesIn(old ?? '')]).toEqual([file, false, false]);
    }
  });

  it('a required field only for a new resource, because existing clients would omit it', () => {
    expect(() => fieldEdits!({ ...field, required: true })).toThrow('catalog.building is on the main branch');
  });

  it('no field of an unknown resource', () => {
    expect(() => fieldEdits!({ ...field, of: 'windmill' })).toThrow(
      'There is no libs/catalog/src/*/windmill.aggregate',
    );
  });

  it('no image, which is written by hand', () => {
    const command = [
      'tools/new/run.mjs',
      'field',
      'photo',
      '--of',
      'building',
      '--context',
      'catalog',
      '--type',
      'image',
    ];
    const { status, stderr } = spawnSync(process.execPath, command, { cwd: ROOT, encoding: 'utf8' });
    expect([status, stderr]).toEqual([1, 'An image is written by hand: see "Add an image" in CONTRIBUTING.md\n']);
    expect(read('CONTRIBUTING.md')).toContain('\n### Add an image\n');
  });

  it('a migration later than all others, which its list exports', () => {
    const from = Date.now();
    const files = resourceEdits!(turbine);
    const path = Object.keys(files).find((file) => file.endsWith('-wind-turbine.ts'))!;
    const list = files['libs/catalog/src/migrations/index.ts'] as (old: string) => string;

    expect(list('export {};\n')).toBe(`export * from './${basename(path, '.ts')}.js';\n`);
    expect(Number(basename(path).split('-')[0])).toBeGreaterThanOrEqual(from);
  });
});
