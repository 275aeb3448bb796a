import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import svgpath from 'svgpath';
import type { ViewBox } from '../svg/geometry.js';
import { DrawingError } from '../svg/drawing-error.js';
import { Clip, MAX_CORNERS, MAX_PATH_LENGTH, MAX_RINGS, Outline, readPath, ringsOf } from './outline.js';
import { MAX_STRING, partsById, type Placed, placeCopies, without } from '../svg/parts.js';
import { render } from './renderer.js';
import { type Node, nodesOf, attributesText, escape, writeTree } from '../svg/svg-tree.js';
import { SVG } from '../svg/svg-reader.js';
import { numbersOf } from '../svg/transforms.js';

/** Characters of clip paths, which count in each place again, and clip paths in force together. */
const MAX_CLIPPING = 1_000_000;
/** Text between turns of other work. */
const STEP = 256 * 1024;

/** What the renderer drew: the outline of a shape, or of the letters of a text. */
export interface Laid {
  node: Placed;
  /** in coordinates of the drawing, absolute */
  path: string;
  isFilled: boolean;
  /** direction of a text, in radians */
  angle: number;
  /** outside these nothing is seen, in coordinates of the drawing */
  clips: readonly Clip[];
}

export interface Layout {
  viewBox: ViewBox;
  shapes: Laid[];
  texts: Laid[];
}

const SHAPES = new Set('path rect circle ellipse line polyline polygon'.split(' '));
const TEXTS = new Set('text tspan textPath'.split(' '));
/** Elements that place or cut others, or are placed. */
const PARTS = new Set([...SHAPES, ...TEXTS, ...'svg g defs symbol use switch clipPath mask'.split(' ')]);
/** Attributes that do not change what is where. */
const LOOKS =
  /^(?:id|class|aria-|data-|fill$|stroke|opacity|color|marker|mix-blend|isolation|paint|image-|shape-|text-rendering|text-decoration|pointer|vector)/;

/**
 * Lays a drawing out with a renderer (resvg): references, copies, nested drawings, transformations, units and the letters of texts.
 * Colours carry the numbers of the elements through it, because copies lose their ids.
 * @param only elements laid out on their own, without their transformation; the whole drawing by default
 */
export async function layOut(root: Node, only?: readonly Node[]): Promise<Layout> {
  const sources = only?.map((node) => ({ ...node, attributes: without(node.attributes, ['transform']), of: node }));
  const drawn = sources ? { ...root, children: [...root.children.filter(isDefinition), ...sources] } : root;
  const whole = placeCopies(drawn, partsById(root));
  const nodes = [...nodesOf(whole)] as Placed[];
  const keys = new Map<Node, number>(nodes.map((node, at) => [node, at + 1]));
  const ids = new Map([...partsById(whole)].map(([id, node]) => [id, keys.get(node)!]));
  const hasBox = root.attributes.has('viewBox');
  const tag = (node: Node) => (hasBox && isEndless(node) ? undefined : tagOf(node, keys.get(node) ?? 0, ids));
  const svg = writeTree(whole, tag, (text) => escape(plain(text.slice(0, MAX_STRING))));
  return read(await render(svg), nodes);
}

const isDefinition = (node: Node | string): boolean => typeof node !== 'string' && /^(?:defs|symbol)$/.test(node.name);

/** A path that is too long to become an area, which takes the renderer as long as thousands of others. */
const isEndless = ({ attributes }: Node): boolean => {
  const d = attributes.get('d') ?? '';
  return d.length > 2 * MAX_PATH_LENGTH || (d.length > 2 * MAX_RINGS && (d.match(/m/gi)?.length ?? 0) > MAX_RINGS);
};

/** Letters that the font of labels lacks; only the room that a text takes counts. */
const OTHERS = /[^\s!-~°²³·×–—−‘’“”…•€£№Α-Ωα-ωА-я]/gu;
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').replace(OTHERS, 'M');

const colour = (key: number): string => `#${key.toString(16).padStart(6, '0')}`;

function tagOf(node: Node, key: number, ids: ReadonlyMap<string, number>): string | undefined {
  const { name, attributes, parent } = node;
  if (!PARTS.has(name)) return undefined;
  const kept: [string, string][] = [];
  for (const [attribute, value] of attributes)
    if (!LOOKS.test(attribute) && attribute !== 'visibility' && !(attribute === 'mask' && isInMask(node))) kept.push([attribute, value.replace(/#([^\s"'()]+)/, (_, id: string) => `#k${ids.get(id) ?? 0}`)]); // oxfmt-ignore
  const visibility = VISIBILITY.get(attributes.get('visibility')?.toLowerCase() ?? '');
  if (visibility) kept.push(['visibility', visibility]);
  const fill = attributes.get('fill')?.trim();
  if (fill !== undefined) kept.push(['fill', fill === 'transparent' ? 'none' : fill.replace(/^url\(.*/, '#888')]);
  if (SHAPES.has(name)) kept.push(['stroke', colour(key)], ['stroke-width', '0.001']);
  if (TEXTS.has(name)) {
    kept.push(['fill', colour(key)]);
    // The renderer anchors every text as if it ran to the right.
    const anchor = inherited(node, 'text-anchor') ?? 'start';
    if (inherited(node, 'direction') === 'rtl') kept.push(['text-anchor', { start: 'end', end: 'start' }[anchor] ?? anchor]); // oxfmt-ignore
  }
  if (!parent) {
    kept.push(['xmlns', SVG]);
    if (attributes.has('viewBox')) kept.push(['width', '100'], ['height', '100'], ['preserveAspectRatio', 'none']);
  }
  if (name === 'g' && kept.length === 0 && parent?.name !== 'switch') return '';
  kept.push(['id', `k${key}`]);
  return `<${name}${attributesText(new Map(kept))}`;
}

/** Masks in masks, which multiply the renderer's time, change nothing but shades. */
function isInMask({ parent }: Node): boolean {
  for (let at = parent; at; at = at.parent) if (at.name === 'mask') return true;
  return false;
}

function inherited(node: Node, property: string): string | undefined {
  for (let at: Node | undefined = node; at; at = at.parent) if (at.attributes.has(property)) return at.attributes.get(property); // oxfmt-ignore
  return undefined;
}

/** Other values are inherited. */
const VISIBILITY = new Map([['visible', 'visible'], ['initial', 'visible'], ['hidden', 'hidden'], ['collapse', 'hidden']]); // oxfmt-ignore

/** A clip path or mask as it is defined; what is black in a mask hides. */
interface Cut {
  paths: string[];
  /** ids of those that cut it itself */
  cutBy: string[];
}

interface Frame {
  transform: string;
  clips: readonly Clip[];
  /** that is defined here */
  cut: Cut | undefined;
  isMask: boolean;
  isAside: boolean;
}

const URL = /^url\(#(.+)\)$/;

async function read(svg: string, nodes: readonly Placed[]): Promise<Layout> {
  const frames: Frame[] = [{ transform: '', clips: [], cut: undefined, isMask: false, isAside: false }];
  const clipping = new Clipping();
  const layout: Layout = { viewBox: { x: 0, y: 0, width: 100, height: 100 }, shapes: [], texts: [] };
  const parser = new SaxesParser({});
  parser.on('opentag', ({ name, attributes }) => {
    const above = frames.at(-1)!;
    const frame = { ...above };
    frames.push(frame);
    if (name === 'svg') {
      const [x, y, width, height] = numbersOf(attributes['viewBox']);
      layout.viewBox = { x: x!, y: y!, width: width!, height: height! };
    }
    if (attributes['transform']) frame.transform = `${above.transform} ${attributes['transform']}`;
    if (name === 'defs') frame.isAside = true;
    if (name === 'clipPath' || name === 'mask') {
      frame.cut = { paths: [], cutBy: cutsOf(attributes) };
      frame.isMask = name === 'mask';
      frame.transform = attributes['transform'] ?? '';
      const isInBox = [attributes['clipPathUnits'], attributes['maskContentUnits']].includes('objectBoundingBox');
      if (!isInBox) clipping.cuts.set(attributes['id']!, frame.cut);
    } else frame.clips = clipping.within(above.clips, cutsOf(attributes), frame.transform);
    if (name === 'path' && attributes['visibility'] !== 'hidden') add(frame, attributes);
  });
  const add = (frame: Frame, { d, fill, stroke }: Record<string, string>): void => {
    const { clips, cut, isMask, transform, isAside } = frame;
    if (cut && fill !== 'none' && !(isMask && fill === '#000000')) cut.paths.push(absolute(d!, transform));
    if (isAside) return;
    const isShape = stroke !== 'none' && stroke !== undefined;
    const node = nodes[parseInt((isShape ? stroke : fill)!.slice(1), 16) - 1];
    if (!node) return;
    const [x1, y1, x2, y2] = numbersOf(absolute('M0 0L1 0', transform)) as [number, number, number, number];
    const angle = isShape ? 0 : Math.atan2(y2 - y1, x2 - x1);
    const isFilled = fill !== 'none';
    (isShape ? layout.shapes : layout.texts).push({ node, path: absolute(d!, transform), isFilled, angle, clips }); // oxfmt-ignore
  };
  parser.on('closetag', () => void frames.pop());
  for (let at = 0; at < svg.length; at += STEP) {
    parser.write(svg.slice(at, at + STEP));
    if (at + STEP < svg.length) await yieldToOthers();
  }
  parser.close();
  return layout;
}

const cutsOf = (attributes: Record<string, string>): string[] =>
  ['clip-path', 'mask'].flatMap((name) => URL.exec(attributes[name] ?? '')?.[1] ?? []);

/** The clip paths of a drawing, each read once in each place. */
class Clipping {
  readonly cuts = new Map<string, Cut>();
  private readonly placed = new Map<string, readonly Clip[]>();
  /** by the list that they extend, and the clip path that they add */
  private readonly lists = new Map<readonly Clip[], Map<Clip, readonly Clip[]>>();
  private spent = 0;
  private corners = 0;

  /** Those in force, with others for an element. @throws DrawingError */
  within(clips: readonly Clip[], ids: readonly string[], transform: string): readonly Clip[] {
    return ids.flatMap((id) => this.place(id, transform)).reduce((inForce, clip) => this.with(inForce, clip), clips);
  }

  private with(clips: readonly Clip[], clip: Clip): readonly Clip[] {
    if (clips.includes(clip)) return clips;
    const lists = this.lists.get(clips) ?? new Map<Clip, readonly Clip[]>();
    this.lists.set(clips, lists);
    const known = lists.get(clip);
    if (known) return known;
    const list = [...clips, clip];
    this.spend(list.length, 0);
    lists.set(clip, list);
    return list;
  }

  private place(id: string, transform: string): readonly Clip[] {
    const key = `${id} ${transform}`;
    const known = this.placed.get(key);
    if (known) return known;
    this.placed.set(key, []); // what cuts itself ends here
    const { paths, cutBy } = this.cuts.get(id) ?? { paths: undefined, cutBy: [] };
    const own = paths ? [new Clip(paths.flatMap((path) => this.outlineOf(path, transform)))] : [];
    const clips = [...own, ...cutBy.flatMap((each) => this.place(each, transform))];
    this.placed.set(key, clips);
    return clips;
  }

  private outlineOf(path: string, transform: string): Outline[] {
    this.spend(path.length, 0);
    const read = readPath(absolute(path, transform));
    this.spend(0, read?.corners ?? 0);
    return read ? [new Outline(ringsOf(read, true))] : [];
  }

  private spend(characters: number, corners: number): void {
    this.spent += characters;
    this.corners += corners;
    if (this.spent > MAX_CLIPPING || this.corners > MAX_CORNERS) throw new DrawingError('must have fewer or simpler clip paths'); // oxfmt-ignore
  }
}

const absolute = (path: string, transform: string): string =>
  transform === '' ? path : svgpath(path).transform(transform).toString();
