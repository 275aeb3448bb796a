/**
 * `node pdf-to-svg.mjs LIMIT < PDF`: writes the first page of a PDF as an SVG of at most so many bytes, with pdf.js; nothing if that
 * fails, or if the page shows no lines. It runs as a process of its own (pdf-source.ts), because the file decides on time and memory.
 */
import { Buffer } from 'node:buffer';
import { arrayBuffer } from 'node:stream/consumers';
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';

/** Clips within clips; a page with more is not drawn. */
const MAX_CLIPS = 100;

const IDENTITY = [1, 0, 0, 1, 0, 0];

/** Numbers that follow each command of a path, by the number of the command. */
const COMMANDS = [['M', 2], ['L', 2], ['C', 6], ['Q', 4], ['Z', 0]]; // oxfmt-ignore

class Drawing {
  hasPaths = false;
  /** what is in force between operators; `save` keeps a copy */
  state;
  saved = [];
  /** elements of the SVG, and their characters */
  parts = [];
  length = 0;
  /** ids of clip paths by their elements, and those around the last part, from the outside */
  clips = new Map();
  open = [];
  /** pieces of marked content that are open, and those of them that are in a hidden one */
  marked = 0;
  hiddenFrom = Infinity;
  line = IDENTITY;
  text = IDENTITY;
  clipRule;

  constructor({ width, height, transform }, limit) {
    this.size = `${width} ${height}`;
    this.limit = limit;
    this.state = { matrix: transform, fill: '#000', stroke: '#000', fillOpacity: 1, strokeOpacity: 1, lineWidth: 1, clips: [], fontSize: 1, spacing: 0, wordSpacing: 0, stretch: 1, leading: 0, rise: 0, isInvisible: false }; // oxfmt-ignore
  }

  get svg() {
    this.clipTo([]);
    const clips = [...this.clips].map(([content, id]) => `<clipPath id="${id}">${content}</clipPath>`).join('');
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${this.size}"><defs>${clips}</defs>${this.parts.join('')}</svg>`;
  }

  operators = {
    save: () => this.save(),
    restore: () => this.restore(),
    transform: (...matrix) => this.transform(matrix),
    paintFormXObjectBegin: (matrix, box) => {
      this.save();
      if (matrix) this.transform([...matrix]);
      if (!box) return;
      const [left, top, right, bottom] = box;
      this.clip(`M${left} ${top}L${right} ${top}L${right} ${bottom}L${left} ${bottom}Z`, 'nonzero');
    },
    paintFormXObjectEnd: () => this.restore(),
    beginMarkedContent: () => this.mark(false),
    beginMarkedContentProps: (isHidden) => this.mark(isHidden),
    endMarkedContent: () => {
      if (this.marked > 0) this.marked -= 1;
      if (this.hiddenFrom >= this.marked) this.hiddenFrom = Infinity;
    },
    setLineWidth: (width) => (this.state.lineWidth = width),
    setFillRGBColor: (colour) => (this.state.fill = colour),
    setStrokeRGBColor: (colour) => (this.state.stroke = colour),
    setFillColorN: () => (this.state.fill = '#ccc'), // a pattern
    setStrokeColorN: () => (this.state.stroke = '#ccc'),
    setFillTransparent: () => (this.state.fill = 'none'),
    setStrokeTransparent: () => (this.state.stroke = 'none'),
    setGState: (entries) => {
      for (const [key, value] of entries)
        if (key === 'LW') this.state.lineWidth = value;
        else if (key === 'ca') this.state.fillOpacity = value;
        else if (key === 'CA') this.state.strokeOpacity = value;
    },
    clip: () => (this.clipRule = 'nonzero'),
    eoClip: () => (this.clipRule = 'evenodd'),
    constructPath: (how, numbers) => this.path(how, pathOf(numbers)),
    beginText: () => (this.line = this.text = IDENTITY),
    setFont: (_, size) => (this.state.fontSize = size),
    setCharSpacing: (spacing) => (this.state.spacing = spacing),
    setWordSpacing: (spacing) => (this.state.wordSpacing = spacing),
    setHScale: (per) => (this.state.stretch = per / 100),
    setLeading: (leading) => (this.state.leading = leading),
    setTextRise: (rise) => (this.state.rise = rise),
    setTextMatrix: (...given) => (this.line = this.text = given.flatMap((each) => (typeof each === 'number' ? each : [...each]))), // oxfmt-ignore
    moveText: (x, y) => this.move(x, y),
    setLeadingMoveText: (x, y) => {
      this.state.leading = -y;
      this.move(x, y);
    },
    nextLine: () => this.move(0, -this.state.leading),
    setTextRenderingMode: (mode) => (this.state.isInvisible = mode === 3),
    showText: (shown) => this.show(shown),
  };

  save() {
    this.saved.push({ ...this.state });
  }

  restore() {
    this.state = this.saved.pop() ?? this.state;
  }

  transform(matrix) {
    this.state.matrix = product(this.state.matrix, matrix);
  }

  mark(isHidden) {
    if (isHidden) this.hiddenFrom = Math.min(this.hiddenFrom, this.marked);
    this.marked += 1;
  }

  get isHidden() {
    return this.hiddenFrom < this.marked;
  }

  move(x, y) {
    this.line = this.text = product(this.line, [1, 0, 0, 1, x, y]);
  }

  path(how, d) {
    const { matrix, fill, stroke, fillOpacity, strokeOpacity, lineWidth } = this.state;
    const isFilled = /fill/i.test(how);
    const isStroked = /stroke/i.test(how);
    if (d !== '' && (isFilled || isStroked) && !this.isHidden) {
      this.hasPaths = true;
      this.draw('path', {
        'fill-rule': /eo/i.test(how) ? 'evenodd' : 'nonzero',
        d: /close/i.test(how) ? `${d}Z` : d,
        transform: written(matrix),
        fill: isFilled ? fill : 'none',
        stroke: isStroked ? stroke : 'none',
        ...(isFilled && fillOpacity < 1 && { 'fill-opacity': fillOpacity }),
        ...(isStroked && strokeOpacity < 1 && { 'stroke-opacity': strokeOpacity }),
        ...(isStroked && { 'stroke-width': lineWidth }),
      });
    }
    if (this.clipRule) this.clip(d, this.clipRule);
    this.clipRule = undefined;
  }

  /** Adds a clip path to those in force; pages repeat few of them for many parts. */
  clip(d, rule) {
    const { matrix, clips } = this.state;
    const content = `<path${attributesText({ d, 'clip-rule': rule, transform: written(matrix) })}/>`;
    let id = this.clips.get(content);
    if (!id) {
      id = `clip${this.clips.size + 1}`;
      this.clips.set(content, id);
      this.count(content);
    }
    if (clips.includes(id)) return;
    if (clips.length === MAX_CLIPS) throw new Error('too many clip paths in each other');
    this.state.clips = [...clips, id];
  }

  /** Opens and closes groups, so that the next part is in those of the clip paths. */
  clipTo(clips) {
    let kept = 0;
    while (kept < clips.length && clips[kept] === this.open[kept]) kept++;
    for (let at = this.open.length; at > kept; at--) this.write('</g>');
    for (const id of clips.slice(kept)) this.write(`<g clip-path="url(#${id})">`);
    this.open = clips;
  }

  show(shown) {
    const { matrix, fill, fontSize, spacing, wordSpacing, stretch, rise, isInvisible } = this.state;
    let [letters, width] = ['', 0];
    for (const each of shown) {
      if (typeof each === 'number') width -= (each / 1000) * fontSize;
      else {
        letters += each.unicode;
        width += (each.width / 1000) * fontSize + spacing + (each.isSpace ? wordSpacing : 0);
      }
    }
    width *= stretch;
    // Glyphs stand upright in PDF, where y grows upwards; those of a negative size are turned.
    const at = product(product(matrix, this.text), [Math.sign(width), 0, 0, -Math.sign(fontSize), 0, rise]);
    this.text = product(this.text, [1, 0, 0, 1, width, 0]);
    const text = letters.replace(/[\p{Cc}\p{Co}]/gu, '').trim();
    if (text === '' || this.isHidden || !(Math.abs(width) > 0)) return;
    const attributes = {
      transform: written(at),
      'font-size': Math.abs(fontSize),
      'font-family': 'sans-serif',
      fill: isInvisible ? 'none' : fill,
      textLength: Math.abs(width),
      lengthAdjust: 'spacingAndGlyphs',
    };
    this.draw('text', attributes, escape(text));
  }

  draw(name, attributes, content = '') {
    this.clipTo(this.state.clips);
    this.write(`<${name}${attributesText(attributes)}>${content}</${name}>`);
  }

  write(text) {
    this.count(text);
    this.parts.push(text);
  }

  count({ length }) {
    if ((this.length += length) > this.limit) throw new Error('too long');
  }
}

const product = ([a, b, c, d, e, f], [g, h, i, j, k, l]) =>
  [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]; // oxfmt-ignore

const written = (matrix) => `matrix(${matrix.map((each) => Math.round(each * 1e6) / 1e6).join(' ')})`;

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text) => text.replace(/[&<>"]/g, (character) => ESCAPES[character]);

const attributesText = (attributes) =>
  Object.entries(attributes).map(([name, value]) => ` ${name}="${escape(String(value))}"`).join(''); // oxfmt-ignore

function pathOf(numbers) {
  const parts = [];
  for (let at = 0; at < numbers.length;) {
    const [command, count] = COMMANDS[numbers[at]] ?? ['Z', 0];
    parts.push(command + numbers.slice(at + 1, at + 1 + count).join(' '));
    at += 1 + count;
  }
  return parts.join('');
}

/** Draws the first page. Content of layers that are switched off is hidden; annotations and pictures are left out. */
async function drawnPage(bytes, limit) {
  const settings = { isEvalSupported: false, disableFontFace: true, verbosity: 0, maxImageSize: 0 };
  const pdf = await getDocumentProxy(bytes, settings);
  const { OPS, AnnotationMode } = await getResolvedPDFJS();
  const page = await pdf.getPage(1);
  const layers = await pdf.getOptionalContentConfig();
  const names = Object.fromEntries(Object.entries(OPS).map(([name, number]) => [number, name]));
  const { fnArray, argsArray } = await page.getOperatorList({ annotationMode: AnnotationMode.DISABLE });
  const drawing = new Drawing(page.getViewport({ scale: 1 }), limit);
  fnArray.forEach((number, at) => {
    const [name, args] = [names[number], argsArray[at] ?? []];
    if (name === 'beginMarkedContentProps') drawing.operators[name](args[0] === 'OC' && !layers.isVisible(args[1]));
    else if (name === 'constructPath') drawing.operators[name](names[args[0]], args[1][0] ?? []);
    else drawing.operators[name]?.(...args);
  });
  return drawing.hasPaths ? drawing.svg : '';
}

// pdf.js needs this function of Node 21.
ArrayBuffer.prototype.transferToFixedLength ??= function (size = this.byteLength) {
  const copy = new ArrayBuffer(size);
  new Uint8Array(copy).set(new Uint8Array(this, 0, Math.min(size, this.byteLength)));
  return copy;
};

const svg = Buffer.from(await drawnPage(new Uint8Array(await arrayBuffer(process.stdin)), Number(process.argv[2])));
process.stdout.write(svg);
