import type { Visitor } from './xml.js';

/** The XML files of a workbook, which is a ZIP archive. */
export interface Parts {
  /** Reads a whole part; a missing part counts as empty. */
  visit(name: string, visitor: Visitor): Promise<void>;
  /** Reads a part chunk by chunk, yielding after each. */
  chunks(name: string, visitor: Visitor): AsyncGenerator<void>;
}

/** The sheets of a workbook in their order, and the parts that they share. */
export interface Contents {
  sheets: { name: string; part: string; isHidden: boolean }[];
  /** whether dates count from 1904, as in old Macintosh workbooks */
  is1904: boolean;
  /** shared strings, which cells reference by index */
  strings: string[];
  /** how numbers are shown, by index of the cell style */
  formats: NumberFormat[];
}

export interface NumberFormat {
  isDate: boolean;
  /** minimum number of digits of whole numbers: 4 for `0000` */
  digits: number;
}

/** @throws Error unless the archive is an Excel workbook */
export async function contentsOf(parts: Parts): Promise<Contents> {
  const [workbook] = await related(parts, '', 'officeDocument');
  if (!workbook) throw new Error('it has no workbook');
  const others = await related(parts, workbook.part);
  const listed: { name: string; id: string | undefined; isHidden: boolean }[] = [];
  let is1904 = false;
  await parts.visit(workbook.part, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes['date1904'] ?? '');
      if (name === 'sheet')
        listed.push({
          name: attributes['name'] ?? '',
          id: idIn(attributes),
          isHidden: /hidden$/i.test(attributes['state'] ?? ''),
        });
    },
  });
  const partOf = (type: string) => others.find((other) => other.type === type)?.part ?? '';
  return {
    sheets: listed.map(({ id, ...sheet }) => ({ ...sheet, part: others.find((other) => other.id === id)?.part ?? '' })),
    is1904,
    strings: await sharedStrings(parts, partOf('sharedStrings')),
    formats: await numberFormats(parts, partOf('styles')),
  };
}

/** The attribute `r:id` with any prefix. */
const idIn = (attributes: Readonly<Record<string, string>>) =>
  Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1];

/** The parts that a part, or the whole archive, refers to. */
async function related(parts: Parts, part: string, only?: string) {
  const at = part.lastIndexOf('/') + 1;
  const [folder, base] = [part.slice(0, at), part.slice(at)];
  const found: { id: string; type: string; part: string }[] = [];
  await parts.visit(`${folder}_rels/${base}.rels`, {
    open(name, { Id: id = '', Type: type = '', Target: target = '' }) {
      const last = type.slice(type.lastIndexOf('/') + 1);
      if (name === 'Relationship' && (only ?? last) === last)
        found.push({ id, type: last, part: resolved(folder, target) });
    },
  });
  return found;
}

/** The path of a part that is named from a folder, or from the root. */
function resolved(folder: string, target: string): string {
  const names: string[] = [];
  for (const name of (target.startsWith('/') ? target : folder + target).split('/'))
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  return names.join('/');
}

async function sharedStrings(parts: Parts, part: string): Promise<string[]> {
  const strings: string[] = [];
  const text = new Text();
  await parts.visit(part, {
    open: (name) => text.open(name),
    text: (more) => text.add(more),
    close(name) {
      text.close(name);
      if (name === 'si') strings.push(text.flush());
    },
  });
  return strings;
}

/** Collects the text of `t` elements, except in phonetic guides (`rPh`). */
export class Text {
  private collected = '';
  private isText = false;
  private isGuide = false;

  open(name: string): void {
    if (name === 't') this.isText = !this.isGuide;
    else if (name === 'rPh') this.isGuide = true;
  }

  add(text: string): void {
    if (this.isText) this.collected += text;
  }

  close(name: string): void {
    if (name === 't') this.isText = false;
    else if (name === 'rPh') this.isGuide = false;
  }

  /** Returns and resets the collected text. Decodes characters that XML cannot contain: `_x000D_`. */
  flush(): string {
    const text = this.collected;
    this.collected = '';
    if (!text.includes('_x')) return text;
    return text.replace(/_x([\dA-F]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  }
}

/** Ids of the built-in date formats. */
const DATE_FORMATS = /^(1[4-9]|2[0-2]|2[7-9]|3[0-6]|5[0-8])$/;

async function numberFormats(parts: Parts, part: string): Promise<NumberFormat[]> {
  const codes = new Map<string, string>();
  const formats: NumberFormat[] = [];
  let inCells = false;
  await parts.visit(part, {
    open(name, { numFmtId: id = '0', formatCode = '' }) {
      if (name === 'numFmt') codes.set(id, formatCode);
      if (name === 'cellXfs') inCells = true;
      if (name !== 'xf' || !inCells) return;
      const code = codes.get(id);
      formats.push({ isDate: code === undefined ? DATE_FORMATS.test(id) : showsDate(code), digits: digitsOf(code) });
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return formats;
}

/** Whether a format has a day or year outside quoted text, escapes and brackets: `dd/mm/yyyy`, but not `0 "days"`. */
const showsDate = (code: string): boolean => /[dy]/i.test(code.replace(/"[^"]*"|\[[^\]]*\]|[\\_*]./g, ''));

/** `0000`, `0000;-0000` or `[$-409]0000` show leading zeros. */
const digitsOf = (code = ''): number => /^(?:\[[^\]]*\])?(0+)(?:;|$)/.exec(code)?.[1]!.length ?? 1;
