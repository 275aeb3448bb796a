import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createTestDatabase } from '../support/database.js';
import { Operator } from './run.js';

/** Commands that read, or change only what exists. */
const COMMANDS = [
  ['keys', 'list'],
  ['keys', 'rotate', '1'],
  ['keys', 'revoke', '1'],
  ['audit'],
  ['assets', 'list'],
  ['processes', 'list'],
  ['transactions', 'list'],
  ['embeds', 'list'],
  ['status'],
  ['export', '1'],
  ['backup', 'a.backup'],
];

let operator: Operator;

beforeAll(async () => {
  operator = await Operator.create();
});
afterAll(() => operator?.leave());

describe('Without a database', () => {
  it.each(COMMANDS)('%s %s says so and creates nothing', async (...args) => {
    const folder = join(operator.dataDir, 'none');
    const ran = await operator.run(args.filter(Boolean), { DATABASE_URL: '', DATA_DIR: folder });
    expect(ran).toEqual({
      code: 1,
      out: '',
      err: `There is no database in ${folder}: check DATA_DIR, or \`start\` the service once\n`,
    });
    expect(existsSync(folder)).toBe(false);
  });
});

describe('In an empty database', () => {
  it.each([['keys', 'list'], ['audit'], ['assets', 'list']])('%s %s creates no schema', async (...args) => {
    const database = await createTestDatabase();
    const env = { DATABASE_URL: database.url };
    const { code, err } = await operator.run(args.filter(Boolean), env);
    expect([code, err]).toEqual([1, expect.stringContaining('run `migrate`')]);
    expect(JSON.parse((await operator.run(['status', '--json'], env)).out)).toMatchObject({
      migrations: { applied: 0 },
    });
    await database.drop();
  });
});
