import { constants, deflateSync } from 'node:zlib';
import { compileSvg } from '../compile-svg.js';
import { drawPdf } from './pdf-source.js';

/** A page of 100 × 60 points, whose y grows upwards. */
function pdf(content: string, { page = '', catalog = '', objects = '' } = {}): Buffer {
  return Buffer.from(`%PDF-1.5
1 0 obj <</Type/Catalog/Pages 2 0 R ${catalog}>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 100 60]/Contents 4 0 R ${page}
  /Resources<</Font<</F 5 0 R>>/XObject<</X 6 0 R/Y 9 0 R>>/Properties<</Off 7 0 R/On 8 0 R>>>>>> endobj
4 0 obj <</Length ${content.length}>> stream
${content}
endstream endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
6 0 obj <</Type/XObject/Subtype/Form/BBox[0 0 40 40]/Matrix[1 0 0 1 50 10]/Length 13>> stream
0 0 40 40 re f
endstream endobj
7 0 obj <</Type/OCG/Name(Old)>> endobj
8 0 obj <</Type/OCG/Name(New)>> endobj
9 0 obj <</Type/XObject/Subtype/Form/BBox[0 -9 90 20]/Matrix[1 0 0 1 10 10]/Length 13>> stream
0 0 40 40 re f
endstream endobj
${objects}
trailer <</Root 1 0 R>>
%%EOF`);
}

const text = (x: number, y: number, letters: string) => `BT /F 12 Tf ${x} ${y} Td (${letters}) Tj ET`;

/** The texts of each area, and its path. */
async function areasOf(bytes: Buffer): Promise<[texts: string, path: string][]> {
  const { shapes } = await compileSvg((await drawPdf(bytes))!);
  return shapes.map(({ texts, path }) => [texts.join(), path]);
}

const corners = (path: string): string[] => path.split(/[MLZ]/).filter(Boolean).sort();

const LEFT = 'M10 50L50 50L50 10L10 10Z';
const RIGHT = 'M50 50L90 50L90 10L50 10Z';

/** Spaces that a content stream is padded with, in a thousandth of their length. */
function padding(mebibytes: number): Buffer {
  const piece = deflateSync(Buffer.alloc(1024 * 1024, ' '), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([piece, ...Array.from({ length: mebibytes - 1 }, () => piece.subarray(2))]);
}

/** A page that is drawn after so many mebibytes of spaces. */
function padded(mebibytes: number): Buffer {
  const end = deflateSync('10 10 40 40 re S').subarray(2);
  const content = Buffer.concat([padding(mebibytes), end]).toString('latin1');
  const [before, after] = pdf(content).toString().split(content) as [string, string];
  return Buffer.from(
    before.replace(/(<<\/Length \d+)(>> stream\n)$/, '$1/Filter/FlateDecode$2') + content + after,
    'latin1',
  );
}

describe('A PDF', () => {
  it('has areas and texts where it shows them', async () => {
    const areas = await areasOf(pdf(`10 10 40 40 re S ${text(18, 25, '101')} q 1 0 0 1 50 10 cm 0 0 m 40 0 l 40 40 l 0 40 l h b Q ${text(58, 25, '102')}`)); // oxfmt-ignore
    expect(areas).toEqual([
      ['101', LEFT],
      ['102', RIGHT],
    ]);
  });

  it('may place texts by matrices, lines, spacing and scale', async () => {
    const one = 'q BT /F 12 Tf 1 0 0 1 18 45 Tm 20 TL T* 50 Tz 2 Tc [(1) -200 (0) 300 (1)] TJ ET Q';
    const two = 'BT /F 1 Tf 0 10 -10 0 74 20 Tm (102) Tj ET';
    expect(await areasOf(pdf(`10 10 40 40 re S 50 10 40 40 re S ${one} ${two}`))).toEqual([
      ['101', LEFT],
      ['102', RIGHT],
    ]);
  });

  it('may draw parts of its own, and clip', async () => {
    const clipped = `q 0 0 30 60 re W n 10 10 40 40 re f ${text(60, 25, '103')} Q`;
    expect(await areasOf(pdf(`${clipped} /X Do ${text(58, 25, '102')}`))).toEqual([
      ['', expect.stringMatching(/^M.*30/)],
      ['102', RIGHT],
    ]);
  });

  it.each([
    [
      'in other units',
      `q .1 0 0 .1 0 0 cm 0 0 600 600 re W n 100 100 400 400 re S ${text(180, 250, '101').replace('12', '120')} Q`,
      '101',
    ],
    [
      'of half of the height in other units',
      `q .1 0 0 .1 0 0 cm 0 0 1000 300 re W n 100 100 400 400 re f Q`,
      '',
      'M10 50L50 50L50 30L10 30Z',
    ],
    ['within another', 'q 0 0 30 60 re W n 0 0 100 30 re W n 10 10 40 40 re f Q', '', 'M10 50L30 50L30 30L10 30Z'],
    ['by the box of a part', '/Y Do', '', 'M10 50L50 50L50 30L10 30Z'],
  ])('may clip %s', async (_, content, texts, path = LEFT) => {
    const [[found, outline] = []] = await areasOf(pdf(content));
    expect(found).toBe(texts);
    expect(corners(outline!)).toEqual(corners(path));
  });

  it('may show texts in a clip path of the whole page', async () => {
    const content = `0 0 100 60 re W n 10 10 40 40 re S ${text(18, 25, '101')} q 1 0 0 1 50 10 cm 0 0 40 40 re S ${text(8, 15, '102')} Q`;
    expect((await areasOf(pdf(content))).map(([texts]) => texts)).toEqual(['101', '102']);
  });

  it('may turn texts by a negative size', async () => {
    const turned = 'BT /F -12 Tf -1 0 0 -1 18 25 Tm (101) Tj ET';
    expect(await areasOf(pdf(`10 10 40 40 re S ${turned}`))).toEqual([['101', LEFT]]);
  });

  it('shows no annotations', async () => {
    const page = '/Annots[<</Type/Annot/Subtype/Square/Rect[50 10 90 50]/AP<</N 6 0 R>>/F 4>>]';
    expect(await areasOf(pdf(`10 10 40 40 re S ${text(18, 25, '101')}`, { page }))).toEqual([['101', LEFT]]);
  });

  it('that needs much memory is not drawn', async () => {
    expect(await drawPdf(padded(2))).toBeDefined();
    expect(await drawPdf(padded(300))).toBeUndefined();
  });

  it('may be turned', async () => {
    const { viewBox, shapes } = await compileSvg((await drawPdf(pdf(`10 10 40 40 re S ${text(18, 25, '101')}`, { page: '/Rotate 90' })))!); // oxfmt-ignore
    expect(viewBox).toMatchObject({ width: 60, height: 100 });
    expect(shapes.map(({ texts }) => texts)).toEqual([['101']]);
  });

  it('shows only layers that are switched on', async () => {
    const catalog = '/OCProperties<</OCGs[7 0 R 8 0 R]/D<</OFF[7 0 R]>>>>';
    const layer = (name: string, number: string) => `/OC /${name} BDC ${text(18, 25, number)} EMC`;
    const content = `10 10 40 40 re S ${layer('Off', '201')} ${layer('On', '101')}`;
    expect(await areasOf(pdf(content, { catalog }))).toEqual([['101', LEFT]]);
  });

  it.each([
    ['without lines', pdf(text(18, 25, '101'))],
    ['that is broken', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF')],
    ['that is not a PDF', Buffer.from('%!PS-Adobe-3.0\n')],
  ])('%s is not drawn', async (_, bytes) => {
    expect(await drawPdf(bytes)).toBeUndefined();
  });
});
