import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommandLine } from '../../apps/cli/src/command-line.js';
import { sheetRows } from '../../apps/cli/src/import/workbook/workbook.js';
import { inline, workbookOf, zipOf } from './workbooks.js';

/** Files as spreadsheet programs write them. Nothing is sent, so no database is needed. */
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
    env: { DATA_DIR: folder }, // not that of this clone, where `npm start` may have made a database
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

const HEADER = 'Unit,Resident code,Rent,Available,Status';

describe('import csv of real files', () => {
  it('reads a sheet of a workbook: numbers, dates and texts, without blank rows and totals', async () => {
    const { code, out, err } = await read(WORKBOOK, '--sheet', 'Availability');
    expect({ code, err }).toMatchObject({ code: 0, err: expect.not.stringContaining('prices.xlsx:') });
    for (const entry of ENTRIES) expect(out).toContain(entry);
    expect(out).toContain('2 of 2 rows accepted, 0 rejected, skipped: 1 blank, 1 total');
    expect((await read(WORKBOOK, '--sheet', '2', '--date-format', 'D.M.YYYY', '--decimal', ',')).out).toContain(
      ENTRIES[0],
    );
  });

  it("reads Excel's Unicode text (UTF-16 with tabs) after one hint", async () => {
    const rows = ['Unit\tResident code\tRent\tAvailable\tStatus', '101\tP-101\t2500\t2027-01-01\tLibre dès mai'];
    const path = file(Buffer.from(`\ufeff${rows.join('\r\n')}`, 'utf16le'));
    expect((await read(path)).err).toMatch(/Try --delimiter tab\n$/);
    const { out } = await read(path, '--delimiter', 'tab');
    expect(out).toContain(ENTRIES[0]);
    expect(out).toContain('1 of 1 rows accepted');
  });

  it('names the sheets of a workbook, and the columns of a sheet without the expected ones', async () => {
    expect((await read(WORKBOOK, '--sheet', 'May')).err).toContain(
      'no sheet "May". Its sheets: "Notes", "Availability"',
    );
    expect((await read(WORKBOOK)).err).toContain(
      'Its columns: "Prices of May". Choose one of its sheets with --sheet: "Notes", "Availability"',
    );
  });

  it('reads workbooks of other programs: prefixes, inline strings, the 1904 date system, cells without references', async () => {
    const path = file(
      workbookOf({
        properties: '<workbookPr date1904="1"/>',
        styles:
          '<numFmts><numFmt numFmtId="170" formatCode="dd/mm/yyyy"/><numFmt numFmtId="171" formatCode="0 &quot;days&quot;"/></numFmts>',
        formats: [170, 171],
        rows: [
          ['Unit', 'Resident code', 'Rent', 'Available', 'Status'].map((name) => inline(name)),
          [
            inline('101'),
            inline('P-101'),
            '<c s="1"><v>2500</v></c>',
            '<c s="0"><v>44926</v></c>',
            inline('Libre d&#232;s <![CDATA[mai]]>'),
          ],
        ],
      }),
    );
    const { code, out, err } = await read(path);
    expect({ code, err }).toMatchObject({ code: 0, err: expect.not.stringContaining(path) as string });
    expect(out).toContain(ENTRIES[0]);
  });

  it('skips a title above a table, and cells beside it', async () => {
    const names = ['Unit', 'Resident code', 'Rent', 'Available', 'Status'];
    const path = file(
      workbookOf({
        formats: [14],
        rows: [
          [inline('Availability')],
          [],
          names.map((name) => inline(name)),
          ['102', 'P-102', '2700', '2027-02-01', '', 'call', 'Ann'].map((text) => inline(text)),
        ],
      }),
    );
    const { code, out } = await read(path);
    expect(code).toBe(0);
    expect(out).toContain(ENTRIES[1]);
    expect(out).toContain('1 of 1 rows accepted, 0 rejected, skipped: 2 above the header');
  });

  it('reads numbers with leading zeros as Excel displays them', async () => {
    const path = file(
      workbookOf({
        styles:
          '<numFmts><numFmt numFmtId="170" formatCode="0000"/><numFmt numFmtId="171" formatCode="0.00"/></numFmts>',
        formats: [0, 170, 171],
        rows: [
          HEADER.split(',').map(inline),
          [
            '<c s="1"><v>104</v></c>',
            '<c s="1"><v>7</v></c>',
            '<c s="2"><v>2500</v></c>',
            inline('2027-01-01'),
            inline(''),
          ],
        ],
      }),
    );
    expect((await read(path)).out).toContain('{"unit_number":"0104","provider_id":"0007","price":2500,');
  });

  it('skips hidden rows, and counts them', async () => {
    const row = (number: string) => [number, `P-${number}`, '2500', '2027-01-01', ''].map(inline);
    const path = file(
      workbookOf({
        rows: [row('0'), HEADER.split(',').map(inline), row('101'), row('102'), row('103')],
        attributes: (at) => (at === 0 || at === 3 ? 'hidden="1"' : ''),
      }),
    );
    const { out } = await read(path);
    expect(out).toContain('2 of 2 rows accepted, 0 rejected, skipped: 2 hidden');
    expect(out).not.toContain('"102"');
  });

  it.each([
    ['in a cell without quotes', '="0104"'],
    ['quoted', '"=""0104"""'],
  ])('reads the text of a formula, %s', async (_, cell) => {
    const { out } = await read(file(`${HEADER}\n${cell},${cell.replace('0104', 'P7')},2500,2027-01-01,\n`));
    expect(out).toContain('{"unit_number":"0104","provider_id":"P7","price":2500,');
  });

  it.each([
    '1/31/2027 0:00',
    '1/31/2027 00:00:00',
    '1/31/2027 12:00 AM',
    '1/31/2027 12:00:00 am',
    '1/31/2027T00:00:00.000Z',
  ])('reads midnight as a date: %s', async (cell) => {
    const { out } = await read(file(`${HEADER}\n101,P-101,2500,${cell},\n`), '--date-format', 'M/D/YYYY');
    expect(out).toContain('"available_on":"2027-01-31"');
  });

  it('rejects other times of day', async () => {
    const { err } = await read(file(`${HEADER}\n101,P-101,2500,1/31/2027 10:00,\n`), '--date-format', 'M/D/YYYY');
    expect(err).toContain('"1/31/2027 10:00" is not a date such as M/D/YYYY');
  });

  it('rejects the second of two prices for one unit, term and start', async () => {
    const rows = ['101,P-1,1500,2027-01-15,', '101,P-1,1700,2027-01-15,', '101,P-1,1500,2027-01-15,'];
    const { code, out, err } = await read(file([HEADER, ...rows].join('\n')), '--skip-invalid');
    expect([code, err]).toEqual([
      0,
      expect.stringContaining('prices.csv:3: price 1700 is a second one of provider_id "P-1": line 2 says 1500'),
    ]);
    expect(out).toContain('2 of 3 rows accepted, 1 rejected');
  });

  it('rejects a row number that no workbook can have, before it counts the blank rows above it', async () => {
    const { code, err } = await read(file(workbookOf({ rows: [[inline('Unit')]], attributes: 'r="1048577"' })));
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('row 1048577 is beyond the last one') });
  });

  it('decodes text cells: phonetic guides, escapes, computed values and errors', async () => {
    const path = file(
      workbookOf({
        strings: ['<si><r><t>10</t></r><r><t>1</t></r><rPh><t>guide</t></rPh></si>', '<si><t>a_x000A_b</t></si>'],
        formats: [0, 14],
        rows: [
          ['Unit', 'Resident code', 'Rent', 'Available', 'Status'].map((name) => inline(name)),
          [
            '<c t="s"><v>0</v></c>',
            inline('P-101'),
            '<c><v>2499.9999999999995</v></c>',
            '<c s="1"><v>46388.5</v></c>',
            '<c t="s"><v>1</v></c>',
          ],
          [
            inline('102'),
            '<c t="str"><f>A3</f><v>P-102</v></c>',
            '<c t="e"><v>#N/A</v></c>',
            '<c t="d"><v>2027-02-01T00:00:00</v></c>',
            '',
          ],
        ],
      }),
    );
    const { err, out } = await read(path, '--round', '--skip-invalid');
    expect(out).toContain(
      '{"unit_number":"101","provider_id":"P-101","price":2500,"available_on":"2027-01-01","status":"a\\nb"}',
    );
    expect(err).toContain('prices.csv:3: price "#N/A" is not a number');
  });

  it('names the kind of file that is not a workbook', async () => {
    expect((await read(file(zipOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet' })))).err).toContain(
      'is an Excel workbook that cannot be read: it has no workbook',
    );
    expect((await read(file(zipOf({ a: 'b' }).subarray(0, 20)))).err).toContain('cannot be read');
    expect((await read(file(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1])))).err).toContain(
      'an Excel workbook of the old format (.xls), or encrypted. Save it as .xlsx',
    );
  });

  it('reads a sheet as a stream: rows arrive before the end is read', async () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => [inline(`P-${at}`)]);
    const path = file(workbookOf({ rows: [...rows, ['<c t="inlineStr"></row>']] }));
    const read: string[][] = [];
    const all = async () => {
      for await (const { cells } of sheetRows(path, undefined, { date: 'YYYY-MM-DD', decimal: '.' })) read.push(cells);
    };
    await expect(all()).rejects.toThrow('not well-formed XML');
    expect(read.length).toBeGreaterThan(3_000);
    expect(read.at(-1)).toEqual([`P-${read.length - 1}`]);
  });

  it('asks at once for everything that a Latin-1 file with semicolons needs', async () => {
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

  it('asks at once for the delimiter and the formats of cells', async () => {
    const path = file('Unit;Resident code;Rent;Available;Status\n102;P-102;$2,700;02/01/2027;\n');
    expect((await read(path)).err).toMatch(
      /Try --delimiter ";" --currency "\$" --thousands "," --date-format M\/D\/YYYY, or D\/M\/YYYY\n$/,
    );
    const said = ['--delimiter', ';', '--currency', '$', '--thousands', ',', '--date-format', 'MM/DD/YYYY'];
    expect((await read(path, ...said)).out).toContain(ENTRIES[1]);
  });

  it.each([
    ['1.234,56', '--thousands "." --decimal "," --round', 1235],
    ['€ 1.234,00', '--currency "€" --thousands "." --decimal ","', 1234],
    ['1.234', '--thousands "." --decimal ","', 1234],
    ['2.000', '--thousands "." --decimal ","', 2000],
    ['950,00', '--decimal ","', 950],
    ['1\u202f234,50 €', '--currency "€" --thousands " " --decimal "," --round', 1235],
    ['CHF 1’234', '--currency "CHF" --thousands "\'"', 1234],
    ['$1,234.56', '--currency "$" --thousands "," --round', 1235],
    ['1,234', '--thousands ","', 1234],
    ['1800.50', '--round', 1801],
  ])('parses the price %s after one hint: %s', async (cell, hint, price) => {
    const path = file(`Unit;Resident code;Rent;Available;Status\n101;P-101;${cell};2027-01-01;\n`);
    const { err } = await read(path, '--delimiter', ';');
    expect(err).toContain(`: ${hint}?\n`);
    const said = [...hint.matchAll(/(--\w+)(?: "([^"]+)")?/g)].flatMap(([, ...words]) => words.filter(Boolean));
    const { code, out } = await read(path, '--delimiter', ';', ...said);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(`"price":${price},`) as string });
  });

  it.each([
    ['5.1.2027', 'D.M.YYYY', '2027-01-05'],
    ['05.01.27', 'D.M.YY', '2027-01-05'],
    ['31/01/2027', 'D/M/YYYY', '2027-01-31'],
    ['1/31/2027', 'M/D/YYYY', '2027-01-31'],
    ['1/31/27', 'M/D/YY', '2027-01-31'],
    ['31-01-2027', 'D-M-YYYY', '2027-01-31'],
    ['2027/1/31', 'YYYY/M/D', '2027-01-31'],
    ['20270131', 'YYYYMMDD', '2027-01-31'],
    ['1/31/2027 12:00:00 AM', 'M/D/YYYY', '2027-01-31'],
    ['31 Jan 2027', 'D MMM YYYY', '2027-01-31'],
    ['31-JAN-27', 'D-MMM-YY', '2027-01-31'],
    ['Sept 1, 2027', 'MMM D, YYYY', '2027-09-01'],
    ['1. März 2027', 'D. MMM YYYY', '2027-03-01'],
    ['01 févr. 2027', 'D MMM YYYY', '2027-02-01'],
    ['1/dic/2027', 'D/MMM/YYYY', '2027-12-01'],
  ])('parses the date %s after one hint', async (cell, format, date) => {
    const path = file(`Unit,Resident code,Rent,Available,Status\n101,P-101,2500,"${cell}",\n`);
    const quoted = /[ ,]/.test(format) ? `"${format}"` : format;
    expect((await read(path)).err).toContain(`: --date-format ${quoted}?\n`);
    expect((await read(path, '--date-format', format)).out).toContain(`"available_on":"${date}"`);
  });

  it('rejects unknown and ambiguous month names', async () => {
    for (const word of ['Jui', 'Ma', 'Soon', 'Mayor'])
      expect(
        (await read(file(`Unit,Resident code,Rent,Available,Status\n101,P-101,2500,1 ${word} 2027,\n`))).err,
      ).toMatch(/"1 \w+ 2027" is not a date such as YYYY-MM-DD\n/);
  });

  it('reads dates of a workbook in any date format', async () => {
    const { out } = await read(WORKBOOK, '--sheet', 'Availability', '--date-format', 'D MMMM YYYY');
    expect(out).toContain(ENTRIES[0]);
  });

  it('accepts rows without their last cells if these are optional', async () => {
    const rows = ['Unit,Resident code,Rent,Available,Status,Term', '102,P-102,2700,2027-02-01', '103,P-103,2700'];
    const { out, err } = await read(file(rows.join('\n')), '--skip-invalid');
    expect(out).toContain(`${ENTRIES[1]}\n1 of 2 rows accepted, 1 rejected.`);
    expect(err).toContain(':3: has 3 cells, the header 6\n');
  });

  it('names both orders of day and month until a date decides', async () => {
    const rows = ['Unit,Resident code,Rent,Available,Status', '101,P-101,2500,1/2/2027,', '102,P-102,2700,13/2/2027,'];
    const [, first] = rows;
    expect((await read(file(`${rows[0]}\n${first}\n`))).err).toContain('--date-format M/D/YYYY, or D/M/YYYY?');
    expect((await read(file(rows.join('\n')))).err).toContain(': --date-format D/M/YYYY?');
  });

  it('accepts a date with the time of midnight, but no other time', async () => {
    const row = (time: string) => file(`Unit,Resident code,Rent,Available,Status\n101,P-101,2500,2027-01-01${time},\n`);
    for (const time of ['T00:00:00Z', ' 00:00:00', ' 00:00:00.000'])
      expect((await read(row(time))).out).toContain('"available_on":"2027-01-01"');
    expect((await read(row(' 18:00:00'))).err).toContain('"2027-01-01 18:00:00" is not a date');
  });

  it('combines the hints of different rows', async () => {
    const rows = [
      'Unit;Resident code;Rent;Available;Status',
      '101;P-101;950,00;2027-01-01;',
      '102;P-102;1.250,00;2027-01-01;',
    ];
    const path = file(rows.join('\n'));
    expect((await read(path)).err).toContain('--delimiter ";" --decimal "," --thousands "."\n');
    expect((await read(path, '--delimiter', ';')).err).toContain(': --decimal "," --thousands "."?\n');
  });

  it('finds columns below a title, ignoring case and spaces in names', async () => {
    const path = file('Availability,,,,\n\nUNIT, resident  CODE ,Rent,available,STATUS\n102,P-102,2700,2027-02-01,\n');
    const { code, out } = await read(path);
    expect(code).toBe(0);
    expect(out).toContain(ENTRIES[1]);
    expect(out).toContain('skipped: 1 above the header');
  });

  it('asks which of two columns with one name is meant', async () => {
    const path = file('Unit,Resident code,Rent,Rent,Available,Status\n102,P-102,9,2700,2027-02-01,\n');
    expect((await read(path)).err).toContain('has 2 columns "Rent": --map can name them "Rent#1", "Rent#2"');
    const map = 'unit_number=Unit,provider_id=Resident code,price=Rent#2,available_on=Available';
    expect((await read(path, '--map', map)).out).toContain('"price":2700');
  });

  it('skips totals in other languages, but not units that begin with such a word', async () => {
    const rows = ['Summe,,5200,,', 'Gesamtsumme,,5200,,', ',Totale,5200,,', 'Total 1,P-101,2500,2027-01-01,'];
    const { out } = await read(file(['Unit,Resident code,Rent,Available,Status', ...rows].join('\n')));
    expect(out).toContain('1 of 1 rows accepted, 0 rejected, skipped: 3 totals');
  });

  it('reads quoted line breaks as part of a cell, and counts lines correctly', async () => {
    const path = file(
      'Unit,Resident code,Rent,Available,Status\n101,P-101,2500,2027-01-01,"free\r\nsoon"\n102,P-102,,2027-02-01,\n',
    );
    const { out, err } = await read(path, '--skip-invalid');
    expect(out).toContain('"status":"free\\r\\nsoon"');
    expect(err).toContain('prices.csv:4: price');
  });

  it('reads UTF-16 in either byte order', async () => {
    const text = Buffer.from('\ufeffUnit,Resident code,Rent,Available,Status\n102,P-102,2700,2027-02-01,\n', 'utf16le');
    for (const each of [Buffer.from(text), text.swap16()]) expect((await read(file(each))).out).toContain(ENTRIES[1]);
    const unmarked = file(text.subarray(2));
    expect((await read(unmarked, '--encoding', 'utf-16be')).out).toContain(ENTRIES[1]);
    expect((await read(unmarked)).err).toContain('prices.csv is not UTF-8');
  });

  it.each(['utf-16', 'iso-8859-1', 'windows-1252', 'shift_jis'])(
    'reads UTF-8 that is declared as %s',
    async (declared) => {
      const { out } = await read(file(`${HEADER}\n101,P-101,2500,2027-01-01,Libre dès mai\n`), '--encoding', declared);
      expect(out).toContain(ENTRIES[0]);
    },
  );

  it('reads UTF-8 despite a declared 8-bit encoding, even if only the end of a long file shows it', async () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => `${at},P-${at},2500,2027-01-01,`);
    const latin = Buffer.from(
      `${[HEADER, ...rows].join('\n')}\n101,P-101,2500,2027-01-01,Libre d\xe8s mai\n`,
      'latin1',
    );
    const { out } = await read(file(latin), '--encoding', 'iso-8859-1', '--preview', '6000');
    expect(out).toContain(ENTRIES[0]);
  });

  it('rejects an unknown encoding', async () => {
    expect((await read(file(HEADER), '--encoding', 'utf-99')).err).toContain('"utf-99" is not a known encoding');
  });

  it('ignores a byte order mark', async () => {
    const { code, out } = await read(
      file('\ufeffUnit,Resident code,Rent,Available,Status\n102,P-102,2700,2027-02-01,\n'),
    );
    expect(code).toBe(0);
    expect(out).toContain(ENTRIES[1]);
  });
});
