import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

interface Skeleton {
  /** texts of new files, and functions that edit existing ones */
  files: Record<string, string | ((old?: string) => string)>;
}
type Edits = Record<string, (...given: unknown[]) => Skeleton>;

const load = async (file: string): Promise<Edits> => (await import(join(ROOT, 'tools/new', file))) as Edits;
const read = (file: string) => (existsSync(join(ROOT, file)) ? readFileSync(join(ROOT, file), 'utf8') : undefined);

const { resourceEdits, fieldEdits, assignmentEdits, consumerEdits } = await load('resource.mjs');
const { contextEdits } = await load('context.mjs');
const provisioned = { name: 'asset-outbound-link', plural: 'asset-outbound-links', context: 'merchandising' };
const building = { name: 'building', plural: 'buildings', context: 'catalog' };

describe('npm run new writes', () => {
  it.each([
    ['a resource', () => resourceEdits!({ name: 'wind-turbine', plural: 'wind-turbines', context: 'catalog' })],
    [
      'a resource with an image',
      () => resourceEdits!({ name: 'wind-turbine', plural: 'wind-turbines', context: 'catalog', image: 'image' }),
    ],
    ['a field', () => fieldEdits!({ name: 'wind-speed', of: 'unit', context: 'catalog', type: 'float' })],
    [
      'a field with limits',
      () => fieldEdits!({ name: 'wind-speed', of: 'unit', context: 'catalog', type: 'float', max: 90 }),
    ],
    ['an assignment', () => assignmentEdits!(building)],
    ['an assignment to a resource of provision files', () => assignmentEdits!(provisioned)],
    [
      'a consumer',
      () => consumerEdits!({ ...building, name: 'turbine-speeds', event: 'PricesPublished', producer: 'pricing' }),
    ],
    ['a context', () => contextEdits!('windmills')],
  ])('%s: new files, and a change of each list', (_, edits) => {
    for (const [file, edit] of Object.entries(edits().files)) {
      const old = read(file);
      const text = typeof edit === 'string' ? edit : edit(old);
      expect([file, typeof edit === 'string' && old !== undefined]).toEqual([file, false]);
      expect([file, text === old, /undefined|\[object/.test(text.replace(old ?? '', ''))]).toEqual([
        file,
        false,
        false,
      ]);
    }
  });
});
