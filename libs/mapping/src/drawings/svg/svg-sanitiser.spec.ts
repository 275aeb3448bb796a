import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { compileSvg } from '../compile-svg.js';
import { cleanSvg } from './sanitiser.js';
import { BOUNDS } from './svg-reader.js';
import { writeTree } from './svg-tree.js';
import { ELEMENTS } from './svg-vocabulary.js';

const NAMESPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:x="urn:x"';
const drawing = (content: string, attributes = '') =>
  `<svg ${NAMESPACES} viewBox="0 0 10 10" ${attributes}>${content}</svg>`;
const clean = async (svg: string | Buffer) => writeTree((await cleanSvg(Buffer.from(svg))).root);
const isActive = async (svg: string | Buffer) => (await cleanSvg(Buffer.from(svg))).isActive;
const inside = async (content: string) => {
  const svg = await clean(drawing(content));
  return svg.slice(svg.indexOf('>') + 1, svg.lastIndexOf('</svg>'));
};

/** The violations in a sanitised drawing, found with the parser instead of a text search. */
function harms(svg: string): string[] {
  const found: string[] = [];
  const parser = new SaxesParser({ xmlns: true });
  const loads = (css: string) => /url\s*\((?!\s*["']?#)|@|\\|expression|image-set|javascript:/i.test(css);
  let style = false;
  parser.on('doctype', () => found.push('doctype'));
  parser.on('processinginstruction', () => found.push('instruction'));
  parser.on('comment', () => found.push('comment'));
  parser.on('opentag', ({ local, uri, attributes }) => {
    style = local === 'style';
    if (uri !== 'http://www.w3.org/2000/svg' || !ELEMENTS.has(local)) found.push(`<${local}>`);
    for (const { name, value } of Object.values(attributes)) {
      if (/^on/i.test(name)) found.push(name);
      if (name.includes(':') && name !== 'xml:space') found.push(name);
      const isText = /^(id|class|aria-label|data-|xmlns)/.test(name);
      if (name === 'href' && !/^#|^data:image\/(png|jpe?g|gif|webp);base64,/.test(value)) found.push(`href ${value}`);
      if (!isText && name !== 'href' && loads(value)) found.push(`${name}=${value}`);
    }
  });
  parser.on('text', (text) => {
    if (style && loads(text)) found.push(text);
  });
  parser.write(svg).close();
  return found;
}

const COMMENT = /\/\*.*?(?:\*\/|(?=<\/style>|"))/gs;
const PIXEL = 'data:image/png;base64,iVBORw0KGgo=';

describe('A sanitised drawing', () => {
  it('keeps its visible content', async () => {
    const harmless =
      '<title>Level 1</title><defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs>' +
      '<g id="rooms" transform="translate(1 2)" class="a b"><path d="M0 0h5v5z" fill="url(#g)" data-room-id="Room-1"/>' +
      '<text x="1" y="2" font-family="Arial, \'Open Sans\'">1 &lt; 2 &amp; 3</text><use href="#rooms-2" x="4"/></g>' +
      `<image href="${PIXEL}" width="4" height="4"/>`;
    expect(await inside(harmless)).toBe(harmless);
  });

  it.each([
    [
      '<style><![CDATA[ .a, g > .b { fill : red; stroke:url(#g) } /* no */ ]]></style>',
      '<g class="b" fill="red" stroke="url(#g)"/>',
    ],
    ['<style>.b{fill:red}#i{fill:blue}g{fill:green}</style>', '<g class="b" fill="red"/>'],
    ['<style>.b{fill:red !important}.b{fill:blue}</style>', '<g class="b" fill="red"/>'],
    ['<style>.b{mix-blend-mode:multiply}</style>', '<g class="b" style="mix-blend-mode:multiply"/>'],
    [
      '<style>.b{transform:translate(1px,2px) rotate(.5turn)}</style>',
      '<g class="b" transform="translate(1 2) rotate(180)"/>',
    ],
    [
      '<style>.b{rotate:90deg;transform-origin:center}</style>',
      '<g class="b" transform="translate(5 5) rotate(90) translate(-5 -5)"/>',
    ],
    ['<style>.b:has(> .c){fill:red}.b::after{fill:red}.b{x:1px}</style>', '<g class="b"/>'],
    ['<style>@media screen{.b{fill:red}}@media print{.b{fill:blue}}</style>', '<g class="b" fill="red"/>'],
    ['<style>@media all{@media all{.b{fill:red}}}</style>', '<g class="b"/>'],
    [
      '<style>@media all{:root{--c:red}}.b{fill:var(--c);stroke:var(--d,blue)}</style>',
      '<g class="b" fill="red" stroke="blue"/>',
    ],
    ['<style>:root{--c:red}.a{--c:blue}.b{fill:var(--c);stroke:red}</style>', '<g class="b" stroke="red"/>'],
    [`<style>:root{--c:${'a'.repeat(1_000)}}.b{fill:var(--c);stroke:red}</style>`, '<g class="b" stroke="red"/>'],
    [
      `<style>:root{--c:${'a'.repeat(100)}}.b{fill:${'var(--c)'.repeat(200)};stroke:red}</style>`,
      '<g class="b" stroke="red"/>',
    ],
  ])('has the declarations of its style sheet as attributes: %s', async (css, group) => {
    const original = css.includes('> .b') ? `<g>${css}<g class="b"/></g>` : `${css}<g class="b"/>`;
    expect(await inside(original)).toContain(group);
  });

  it('is accepted without a namespace', async () => {
    expect(await clean('<svg viewBox="0 0 1 1"><rect width="1" height="1"/></svg>')).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>',
    );
  });

  it('keeps the content of a link', async () => {
    expect(await inside('<a xlink:href="javascript:alert(1)" href="http://x"><path d="M0 0"/></a>')).toBe(
      '<g><path d="M0 0"/></g>',
    );
  });

  it.each([
    ['a byte order mark', Buffer.from(`\uFEFF${drawing('<path id="é" d="M0 0"/>')}`)],
    ['UTF-16', Buffer.from(`\uFEFF${drawing('<path id="é" d="M0 0"/>')}`, 'utf16le')],
    [
      'Latin 1',
      Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${drawing('<path id="é" d="M0 0"/>')}`, 'latin1'),
    ],
    [
      'UTF-16 without a mark',
      Buffer.from(`<?xml version="1.0" encoding="UTF-16"?>${drawing('<path id="é" d="M0 0"/>')}`, 'utf16le'),
    ],
    [
      'UTF-8 that is declared as UTF-16',
      Buffer.from(`<?xml version="1.0" encoding="utf-16"?>${drawing('<path id="é" d="M0 0"/>')}`),
    ],
    [
      'UTF-8 that is declared as Latin 1',
      Buffer.from(`<?xml version="1.0" encoding="iso-8859-1"?>${drawing('<path id="é" d="M0 0"/>')}`),
    ],
    [
      'UTF-8 with a mark that is declared as Latin 1',
      Buffer.from(`\uFEFF<?xml version="1.0" encoding="iso-8859-1"?>${drawing('<path id="é" d="M0 0"/>')}`),
    ],
    [
      'UTF-8 that is declared as something unknown',
      Buffer.from(`<?xml version="1.0" encoding="x-none"?>${drawing('<path id="é" d="M0 0"/>')}`),
    ],
    [
      'Windows 1251',
      Buffer.from(`<?xml version="1.0" encoding="windows-1251"?>${drawing('<path id="\xe9" d="M0 0"/>')}`, 'latin1'),
      'й',
    ],
  ])('is read in %s', async (_, bytes, letter = 'é') => {
    expect(await clean(bytes)).toContain(`<path id="${letter}" d="M0 0"/>`);
  });
});

const HOSTILE: [string, string][] = [
  ['a script', '<script>alert(1)</script>'],
  ['a script in a namespace with a prefix', '<s:script xmlns:s="http://www.w3.org/2000/svg">alert(1)</s:script>'],
  ['a script from elsewhere', '<script xlink:href="http://evil/x.js"/>'],
  ['a script in other letters', '<SCRIPT>alert(1)</SCRIPT><Script/>'],
  ['a script in a group in a link', '<a><g><script>alert(1)</script></g></a>'],
  ['a script in a style sheet', '<style>a{}<script>alert(1)</script></style>'],
  ['an event', '<rect onload="alert(1)" onclick="alert(1)" ONMOUSEOVER="alert(1)" width="1" height="1"/>'],
  ['an event in a namespace', '<rect x:onload="alert(1)"/>'],
  [
    'foreign content',
    '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="http://e"/></body></foreignObject>',
  ],
  ['foreign content of no namespace', '<g xmlns=""><iframe src="http://evil"/></g>'],
  ['HTML', '<h:img xmlns:h="http://www.w3.org/1999/xhtml" src="x" onerror="alert(1)"/>'],
  ['a frame', '<iframe src="http://evil"/><embed src="x"/><object data="x"/><audio/><video/><canvas/>'],
  [
    'a picture from elsewhere',
    '<image href="http://evil/x.png"/><image xlink:href="//evil/x"/><image href="file:///etc/passwd"/>',
  ],
  ['a picture that is a page', '<image href="data:text/html;base64,PHNjcmlwdD4="/>'],
  ['a picture that is a drawing', '<image href="data:image/svg+xml;base64,PHN2Zz4="/>'],
  ['a picture with spaces before', '<image href=" javascript:alert(1)"/><image href="&#9;javascript:alert(1)"/>'],
  ['a use of elsewhere', '<use href="http://evil/x.svg#a"/><use xlink:href="data:image/svg+xml,%3Csvg%3E#x"/>'],
  ['a link', '<a href="javascript:alert(1)"><text>x</text></a><a xlink:href="data:text/html,x"/>'],
  ['a link with a line break', '<a href="java&#10;script:alert(1)"><text>x</text></a>'],
  [
    'an animation',
    '<animate attributeName="href" to="javascript:alert(1)"/><set attributeName="onmouseover" to="alert(1)"/>',
  ],
  ['an animation of a rect', '<rect><animateTransform onbegin="alert(1)"/><animateMotion/><discard/></rect>'],
  ['a handler', '<handler type="text/javascript">alert(1)</handler><x:listener/>'],
  ['an import', '<style>@import url(http://evil/x.css); @import "http://evil/y.css"; rect{fill:red}</style>'],
  ['a font', '<style>@font-face{font-family:x;src:url(http://evil/x.woff)}</style>'],
  ['a nested rule', '<style>@media all{rect{fill:url(http://evil)}} g{rect{fill:url(http://evil)}}</style>'],
  ['a URL in a rule', '<style>rect{fill:url(http://evil/#a)} g{background:url(//evil)}</style>'],
  ['a URL in escapes', '<style>rect{fill:\\75rl(http://evil)} g{fill:u\\rl(//evil)}</style>'],
  ['a URL in a comment', '<style>rect{fill:u/**/rl(http://evil)} g{fill:url(/**/http://evil)}</style>'],
  ['a URL in a string', '<style>rect{fill:url("http://evil")} g{fill:image-set("http://evil" 1x)}</style>'],
  ['a URL in capitals', '<style>rect{FILL:URL(HTTP://EVIL)}</style><rect fill="URL(HTTP://EVIL)"/>'],
  ['a URL after a local one', '<rect fill="url(#a) url(http://evil)" style="fill:url(#a),url(http://evil)"/>'],
  ['a broken string in a rule', '<style>rect{font-family:"} @import url(http://evil);{"}</style>'],
  ['the end of the style sheet', '<style>rect{fill:red}&lt;/style&gt;&lt;script&gt;alert(1)&lt;/script&gt;</style>'],
  ['the end of the style sheet in CDATA', '<style><![CDATA[a{fill:"</style><script>alert(1)</script>"}]]></style>'],
  ['old browsers', '<rect style="width:expression(alert(1));behavior:url(x.htc);-moz-binding:url(x)"/>'],
  ['variables', '<style>rect{--x:url(http://evil);fill:var(--x)}</style>'],
  ['a style', '<rect style="fill:url(http://evil);background-image:url(http://evil)"/>'],
  ['a cursor and a filter', '<rect cursor="url(http://evil)" filter="url(http://evil#f)" mask="url(//evil#m)"/>'],
  ['a filter that loads', '<filter id="f"><feImage href="http://evil/x.png"/></filter>'],
  ['a font that loads', '<font-face><font-face-src><font-face-uri href="http://evil"/></font-face-src></font-face>'],
  ['a colour profile', '<color-profile href="http://evil"/><cursor href="http://evil"/>'],
  ['base and target', '<rect xml:base="http://evil/" target="_top" formaction="javascript:alert(1)" action="x"/>'],
  ['an instruction', '<?xml-stylesheet href="http://evil/x.xsl"?><?php echo 1 ?>'],
  ['a comment', '<!-- <script>alert(1)</script> --><!--[if IE]><script/><![endif]-->'],
  ['text that looks like tags', '<text>&lt;script&gt;alert(1)&lt;/script&gt;</text><text><![CDATA[<script>]]></text>'],
  ['an attribute that looks like its end', '<g id="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"/>'],
  ['metadata', '<metadata><rdf xmlns="urn:rdf"><script/></rdf></metadata>'],
  ['a foreign style', '<x:style>@import url(http://evil)</x:style>'],
  ['a reference to a font', '<text font-family="url(http://evil)" font="12px url(http://evil)">x</text>'],
  ['src', '<rect src="http://evil" srcset="http://evil 1x" poster="x" background="http://evil"/>'],
];

/** They only look hostile. */
const HARMLESS = new Set([...['a comment', 'text that looks like tags', 'an attribute that looks like its end']]);

describe('A drawing', () => {
  it.each([
    [
      'what the sanitiser keeps',
      `<g id="a"><path d="M0 0h5v5z" fill="url(#g)" style="fill:red"/></g><use xlink:href="#a"/>`,
    ],
    ['a picture in it', `<image xlink:href="${PIXEL}" width="4" height="4"/>`],
    ['a comment', '<!-- Generator: Adobe Illustrator 27.0 -->'],
    [
      'what Inkscape notes',
      '<sodipodi:namedview xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" pagecolor="#ffffff" sodipodi:docname="a.svg"/>' +
        '<g xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" inkscape:groupmode="layer" inkscape:label="1" style="-inkscape-font-specification:\'Arial, Bold\';fill:red"/>',
    ],
    [
      'metadata',
      '<metadata><r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><c:Work xmlns:c="http://creativecommons.org/ns#" r:about=""><d:type xmlns:d="http://purl.org/dc/elements/1.1/" r:resource="http://purl.org/dc/dcmitype/StillImage"/></c:Work></r:RDF></metadata>',
    ],
    ['filters', '<filter id="f"><feGaussianBlur stdDeviation="2"/></filter><g filter="url(#f)"/>'],
    ['colours of recent browsers', '<rect style="fill:#D9D9D9;fill:color(display-p3 0.85 0.85 0.85);fill-opacity:1"/>'],
    ['a style sheet', '<style type="text/css">\n.a, g > .b{fill:red;enable-background:new}\n/* c */\n</style>'],
    [
      'other attributes',
      '<g tabindex="0" xml:lang="en" systemLanguage="en" enable-background="new 0 0 1 1" xlink:type="simple"/>',
    ],
    ['a link within it', '<a href="#a"><path d="M0 0"/></a>'],
  ])('with %s has no active content', async (_, content) => {
    expect(await isActive(drawing(content))).toBe(false);
  });

  it.each(HOSTILE.filter(([name]) => !HARMLESS.has(name)))('with %s has active content', async (_, content) => {
    expect(await isActive(drawing(content))).toBe(true);
  });

  it.each([
    ['a script in metadata', '<metadata><script>alert(1)</script></metadata>'],
    ['a style sheet in metadata', '<metadata><style>@import url(http://evil)</style></metadata>'],
    ['an event on an element that is dropped', '<metadata onload="alert(1)"/>'],
    ['content in an unknown namespace', '<y:note xmlns:y="urn:y"/>'],
    ['a link out of a note', '<i:x xmlns:i="http://www.inkscape.org/namespaces/inkscape" xlink:href="http://evil"/>'],
    ['the end of a style sheet left open', '<style>.a{fill:red}@import "http://evil"</style>'],
    ['a declaration after a broken string', `<rect style="a&quot;b:red;fill:url(http://evil)"/>`],
  ])('with %s has active content', async (_, content) => {
    expect(await isActive(drawing(content))).toBe(true);
  });

  it('with a DOCTYPE or an external style sheet has active content', async () => {
    expect(await isActive(`<!DOCTYPE svg>${drawing('')}`)).toBe(true);
    expect(await isActive(`<?xml-stylesheet href="http://evil/x.xsl"?>${drawing('')}`)).toBe(true);
    expect(await isActive(`<?xml version="1.0" encoding="UTF-8" standalone="no"?>${drawing('')}`)).toBe(false);
    expect(await isActive(`<?xml version="1.0" encoding="ISO-8859-1"?>${drawing('')}`)).toBe(false);
    expect(await isActive(`\uFEFF<?xml version="1.0" encoding="ISO-8859-1"?>${drawing('<g id="é"/>')}`)).toBe(false);
    expect(await isActive(`<?xml version="1.0" encoding="ISO-8859-1"?>${drawing('<g id="é"/>')}`)).toBe(true);
    expect(await isActive(`<?xml version="1.0" encoding="UTF-7"?>${drawing('')}`)).toBe(true);
    expect(await isActive(`<?xml version="1.0" ${' '.repeat(300)} encoding="ISO-2022-JP"?>${drawing('')}`)).toBe(true);
  });

  it('has no active content after it was sanitised', async () => {
    for (const [, content] of HOSTILE) expect([content, await isActive(await clean(drawing(content)))]).toEqual([content, false]); // oxfmt-ignore
  });
});

describe('A name in a property of Visio', () => {
  it('is kept as an attribute of its group', async () => {
    const properties = ['101', '1&amp;2'].map((name) => `<v:cp v:nameU="Unit" v:val="VT4(${name})"/>`).join('');
    const svg = drawing(
      `<g id="shape1-1"><v:custProps xmlns:v="http://schemas.microsoft.com/visio/2003/SVGExtensions/">${properties}</v:custProps><path d="M0 0h5v5z"/></g>`,
    );
    const { shapes } = await compileSvg(Buffer.from(svg));
    expect(shapes[0]!.names).toEqual(['101', '1&2']);
    expect((await compileSvg(Buffer.from(await clean(svg)))).shapes).toEqual(shapes);
  });
});

describe('The rest of a drawing', () => {
  it.each(HOSTILE)('with %s is harmless', async (_, content) => {
    const svg = await clean(drawing(content));
    expect(harms(svg)).toEqual([]);
    expect(svg).not.toMatch(/evil/i);
  });

  it('with everything at once is harmless, and unchanged when sanitised again', async () => {
    const svg = await clean(drawing(HOSTILE.map(([, content]) => content).join(''), 'onload="alert(1)"'));
    expect(harms(svg)).toEqual([]);
    expect(await clean(svg)).toBe(svg);
  });

  it('is harmless with any nesting of hostile content', async () => {
    const piece = fc.constantFrom(...HOSTILE.map(([, content]) => content), '<path d="M0 0h1v1z"/>', 'text', '&amp;');
    const { tree } = fc.letrec<{ tree: string }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 5 },
        piece,
        fc
          .tuple(
            fc.constantFrom('g', 'a', 'svg', 'style', 'text', 'defs', 'symbol', 'script', 'x:g', 'switch', 'pattern'),
            fc.array(tie('tree'), { maxLength: 4 }),
          )
          .map(([name, content]) => `<${name}>${content.join('')}</${name}>`),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(tree, async (content) => {
        const svg = await clean(drawing(content));
        expect(harms(svg)).toEqual([]);
        expect(await isActive(svg)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it('is harmless with any style sheet', async () => {
    const token = fc.constantFrom(
      ...['url(', '#a', ')', '"', "'", '\\', '{', '}', ';', ':', 'fill', 'rect', '@import', '/*', '*/', '<!--', '-->'],
      ...['http://evil', ' ', ',', 'URL(', '(', '@media', 'expression(', '\n', 'image-set(', '#', '&lt;', 'x'],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(token, { maxLength: 25 }), async (tokens) => {
        const css = tokens.join('').replaceAll('<', '&lt;');
        const style = css.replaceAll('"', '&quot;').replaceAll("'", '&apos;');
        const original = drawing(`<style>${css}</style><rect style="${style}" fill="${style}"/>`);
        const svg = await clean(original);
        expect(harms(svg)).toEqual([]);
        expect(await isActive(svg)).toBe(false);
        // `harms` looks into comments too.
        const bare = original.replace(NAMESPACES, 'xmlns="http://www.w3.org/2000/svg"');
        if (!(await isActive(original))) expect(harms(bare.replace(COMMENT, ' '))).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});

const PUBLIC = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';

describe('A DOCTYPE without an internal subset', () => {
  it.each([
    ['of the W3C', `<?xml version="1.0" encoding="utf-8"?>\n<!-- Generator: Adobe Illustrator -->\n${PUBLIC}`],
    ['of nothing', '<!DOCTYPE svg>'],
    ['with a bracket in its identifier', `<!DOCTYPE svg SYSTEM 'http://evil/[a]'>`],
  ])('is removed: one %s', async (_, declaration) => {
    const plain = drawing('<path id="Room-101" d="M0 0h5v5z"/>');
    expect(await clean(declaration + plain)).toBe(await clean(plain));
  });
});

describe('A style sheet', () => {
  /** CPU time in milliseconds that this thread would be blocked for. */
  const blocked = async (css: string): Promise<number> => {
    const before = process.cpuUsage();
    await clean(drawing(`<style>${css}</style>`));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };

  it.each([
    ['of dashes', '-'.repeat(400_000)],
    ['of dashes in calls', `a{fill:(${'-'.repeat(1_900)}}`.repeat(300)],
    ['of spaces in calls', `a{fill:(${' '.repeat(1_900)}a}`.repeat(300)],
    ['of media in media', '@media all{'.repeat(10_000)],
    ['of long variables', `a{--x:${'x'.repeat(100_000)}}b{fill:${'var(--x)'.repeat(10_000)}}`],
    ['of rules with variables', `a{--x:${'x'.repeat(1_900)}}${'b{fill:var(--x)}'.repeat(5_000)}`],
  ])('%s is read in time', async (_, css) => {
    expect(await blocked(css)).toBeLessThan(5_000);
  });
});

describe('A drawing is rejected', () => {
  const BILLION = '<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>';
  it.each([
    ['with entities', `${BILLION}${drawing('<text>&b;</text>')}`, 'use "Export As... SVG"'],
    [
      'as Illustrator saves it to edit it again',
      `${PUBLIC.replace('>', ' [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]>')}<svg xmlns="&ns_svg;"/>`,
      'untick "Preserve Illustrator Editing Capabilities"',
    ],
    ['with an empty internal subset', `<!DOCTYPE svg []>${drawing('')}`, 'must not have a DOCTYPE with declarations'],
    ['with an entity of an external DTD', `${PUBLIC}${drawing('<text>&ns_svg;</text>')}`, 'is not well-formed XML'],
    ['with a DOCTYPE that comes late', drawing('<!DOCTYPE svg>'), 'is not well-formed XML'],
    ['with two of them', `${PUBLIC}${PUBLIC}${drawing('')}`, 'must be an SVG drawing'],
    [
      'with an external entity',
      `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${drawing('&x;')}`,
      'must not have a DOCTYPE with declarations',
    ],
    ['with an entity of HTML', drawing('<text>&nbsp;</text>'), 'is not well-formed XML (line 1)'],
    [
      'with a control character of XML 1.1',
      `<?xml version="1.1"?>${drawing('<text>&#1;</text>')}`,
      'is not well-formed XML',
    ],
    ['that is cut off', drawing('<g>').slice(0, -10), 'is not well-formed XML'],
    ['with a repeated attribute', drawing('<g id="a" id="b"/>'), 'is not well-formed XML'],
    ['with an undeclared prefix', drawing('<y:g/>'), 'is not well-formed XML'],
    ['that is HTML', '<!doctype html><html></html>', 'must be an SVG drawing'],
    ['that is another XML document', '<plist xmlns="urn:x"/>', 'must be an SVG drawing'],
    ['whose svg element is in another namespace', '<svg xmlns="urn:x"/>', 'must be an SVG drawing'],
    ['that is not XML', 'PK\u0003\u0004', 'must be an SVG drawing'],
    ['that is empty', '', 'must be an SVG drawing'],
    ['nested too deep', drawing('<g>'.repeat(BOUNDS.depth) + '</g>'.repeat(BOUNDS.depth)), 'nested deeper than 1000'],
    ['of too many elements', drawing('<g/>'.repeat(BOUNDS.elements)), 'at most 250000 elements'],
    [
      'with too many attributes',
      drawing(`<g ${Array.from({ length: 201 }, (_, n) => `data-a${n}=""`).join(' ')}/>`),
      'at most 200 attributes',
    ],
  ])('%s', async (_, svg, error) => {
    await expect(clean(svg)).rejects.toThrow(error);
  });

  it('that is not in its declared encoding', async () => {
    await expect(clean(Buffer.from(drawing('<g id="é"/>'), 'latin1'))).rejects.toThrow('encoding');
  });

  it('whose parts use each other recursively, or too often', async () => {
    const bomb = Array.from({ length: 12 }, (_, n) => `<g id="a${n + 1}">${`<use href="#a${n}"/>`.repeat(10)}</g>`);
    await expect(clean(drawing(`<g id="a0"/>${bomb.join('')}`))).rejects.toThrow('more than 100000 copies');
    await expect(clean(drawing('<g id="a"><use href="#a"/></g>'))).rejects.toThrow('within itself');
    const chain = Array.from({ length: 5000 }, (_, n) => `<g id="a${n}"><use href="#a${n + 1}"/></g>`).join('');
    await expect(clean(drawing(chain))).rejects.toThrow('deeper than 50');
  });
});

it('A drawing within the limits is accepted', async () => {
  const deep = BOUNDS.depth - 1;
  expect(await clean(drawing('<g>'.repeat(deep) + '</g>'.repeat(deep)))).toContain('<g/>');
  expect((await clean(drawing('<g/>'.repeat(BOUNDS.elements - 1)))).length).toBeGreaterThan(4 * BOUNDS.elements - 4);
});
