import { crc32, deflateRawSync } from 'node:zlib';

interface Workbook {
  /** elements of the workbook before its sheets */
  properties?: string;
  /** elements of the styles before those of cells */
  styles?: string;
  /** number formats, which cells reference by position: `s="0"` is the first */
  formats?: number[];
  /** the element of each shared text */
  strings?: string[];
  /** the elements of cells, by row */
  rows: string[][];
  /** attributes of each row, or of the row at an index */
  attributes?: string | ((at: number) => string);
}

/** A text that is stored in its cell. */
export const inline = (text: string): string => `<c t="inlineStr"><is><t>${text}</t></is></c>`;

/** An `.xlsx` file of one sheet, with prefixed elements and without cell references. */
export function workbookOf({
  properties = '',
  styles = '',
  formats = [],
  strings = [],
  rows,
  attributes = '',
}: Workbook): Buffer {
  const of = typeof attributes === 'string' ? () => attributes : attributes;
  const data = rows.map((cells, at) => `<row ${of(at)}>${cells.join('')}</row>`).join('');
  return zipOf({
    '_rels/.rels': relations({ officeDocument: '/xl/workbook.xml' }),
    'xl/_rels/workbook.xml.rels': relations({
      worksheet: 'sheet.xml',
      styles: 'styles.xml',
      sharedStrings: '../texts.xml',
    }),
    'xl/workbook.xml': xml('workbook', `${properties}<sheets><sheet name="Only" p:id="worksheet"/></sheets>`),
    'xl/styles.xml': xml(
      'styleSheet',
      `${styles}<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
      <cellXfs>${formats.map((id) => `<xf numFmtId="${id}"/>`).join('')}</cellXfs>`,
    ),
    'texts.xml': xml('sst', strings.join('')),
    'xl/sheet.xml': xml('worksheet', `<sheetData>${data}</sheetData>`),
  });
}

const relations = (targets: Record<string, string>): string =>
  xml(
    'Relationships',
    Object.entries(targets)
      .map(([type, target]) => `<Relationship Id="${type}" Type="http://example.com/${type}" Target="${target}"/>`)
      .join(''),
  );

const xml = (name: string, content: string): string =>
  `<?xml version="1.0"?><${name} xmlns="http://example.com">${content}</${name}>`.replace(
    /<(\/?)(?=[a-z])(?!\?)/gi,
    '<$1x:',
  );

/** A ZIP archive of these files. */
export function zipOf(files: Record<string, string>): Buffer {
  const members: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(files)) {
    const data = deflateRawSync(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(Buffer.byteLength(content), 18);
    fields.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    const member = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), data]);
    directory.push(Buffer.from('PK\x01\x02\x14\0', 'latin1'), fields, place, Buffer.from(name));
    members.push(member);
    at += member.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(members.length, 4);
  end.writeUInt16LE(members.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...members, ...directory, Buffer.from('PK\x05\x06'), end]);
}
