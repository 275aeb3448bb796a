import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '../../apps/cli/src/command-line.js';

/** Files as they come from spreadsheets; nothing is sent, so no database is needed. */
const WORKBOOK = join(import.meta.dirname, '../data/prices.xlsx');

let folder: string;

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'property-map-files-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function file(content: string | Buffer): string {
  const path = join(folder, 'prices.csv');
  writeFileSync(path, content);
  return path;
}

async function read(path: string, ...options: string[]): Promise<{ code: number; out: string; err: string }> {
  const ran = { out: '', err: '' };
  const map = 'unit_number=Unit,provider_id=Resident code,price=Rent,available_on=Available,status=Status';
  const args = ['import', 'csv', path, '--asset', '1', '--process', '1', '--map', map, '--dry-run', ...options];
  const code = await runCommandLine(args, {
    env: {},
    out: (text) => (ran.out += `${text}\n`),
    err: (text) => (ran.err += `${text}\n`),
    rewrite: undefined,
    colors: false,
    signal: new AbortController().signal,
  });
  return { code, ...ran };
}

const ENTRIES = [
  '{"unit_number":"101","provider_id":"P-101","price":2500,"available_on":"2027-01-01","status":"Libre dès mai"}',
  '{"unit_number":"102","provider_id":"P-102","price":2700,"available_on":"2027-02-01"}',
];

describe('import csv of a file of the field', () => {
  it('reads a sheet of a workbook: numbers, dates and texts, without blank rows and totals', async () => {
    const { code, out, err } = await read(WORKBOOK, '--sheet', 'Availability');
    expect({ code, err }).toMatchObject({ code: 0, err: expect.not.stringContaining('prices.xlsx:') });
    for (const entry of ENTRIES) expect(out).toContain(entry);
    expect(out).toContain('2 of 2 rows accepted, 0 refused, 1 blank and 1 of totals passed over');
    expect((await read(WORKBOOK, '--sheet', '2', '--date-format', 'D.M.YYYY', '--decimal', ',')).out).toContain(
      ENTRIES[0],
    );
  });

  it('reads the Unicode text of Excel, in UTF-16 with tabs, after one hint', async () => {
    const rows = ['Unit\tResident code\tRent\tAvailable\tStatus', '101\tP-101\t2500\t2027-01-01\tLibre dès mai'];
    const path = file(Buffer.from(`\ufeff${rows.join('\r\n')}`, 'utf16le'));
    expect((await read(path)).err).toMatch(/Try --encoding utf-16le --delimiter tab\n$/);
    const { out } = await read(path, '--encoding', 'utf-16le', '--delimiter', 'tab');
    expect(out).toContain(ENTRIES[0]);
    expect(out).toContain('1 of 1 rows accepted');
  });

  it('names the sheets of a workbook, and the columns of one that has others', async () => {
    expect((await read(WORKBOOK, '--sheet', 'May')).err).toContain('Available sheets: Notes, Availability');
    expect((await read(WORKBOOK)).err).toContain('Its columns: "Prices of May"');
  });

  it('refuses a workbook that is too large to be read as a whole, and says what to do', async () => {
    const path = file('PK\x03\x04');
    truncateSync(path, 20 * 1024 ** 2 + 1);
    expect(await read(path)).toMatchObject({
      code: 1,
      err: expect.stringContaining('is larger than 20 MiB: save its sheet as CSV') as string,
    });
  });

  it('asks at once for all that a file of semicolons in Latin-1 needs', async () => {
    const rows = [
      'Unit;Resident code;Rent;Available;Status',
      '101;P-101;2.500,00;1.1.2027;Libre dès mai',
      ';;;;',
      'Total;;2.500,00;;',
    ];
    const path = file(Buffer.from(rows.join('\r\n'), 'latin1'));
    const cells = ['--thousands', '.', '--decimal', ',', '--date-format', 'D.M.YYYY'];
    expect((await read(path)).err).toMatch(
      /Try --encoding windows-1252 --delimiter ";" --thousands "\." --decimal "," --date-format D\.M\.YYYY\n$/,
    );
    const said = ['--encoding', 'windows-1252', '--delimiter', ';'];
    expect((await read(path, ...said)).err).toMatch(/--thousands "\." --decimal "," --date-format D\.M\.YYYY\?/);
    const { code, out } = await read(path, ...said, ...cells);
    expect(code).toBe(0);
    expect(out).toContain(ENTRIES[0]);
  });

  it('asks at once for the delimiter of a file and for how its cells are written', async () => {
    const path = file('Unit;Resident code;Rent;Available;Status\n102;P-102;$2,700;02/01/2027;\n');
    expect((await read(path)).err).toMatch(
      /Try --delimiter ";" --currency "\$" --thousands "," --date-format MM\/DD\/YYYY, or D\/M\/YYYY\n$/,
    );
    const said = ['--delimiter', ';', '--currency', '$', '--thousands', ',', '--date-format', 'MM/DD/YYYY'];
    expect((await read(path, ...said)).out).toContain(ENTRIES[1]);
  });

  it('takes a byte order mark for what it is', async () => {
    const { code, out } = await read(
      file('\ufeffUnit,Resident code,Rent,Available,Status\n102,P-102,2700,2027-02-01,\n'),
    );
    expect(code).toBe(0);
    expect(out).toContain(ENTRIES[1]);
  });
});
