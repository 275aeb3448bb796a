import { SaxesParser } from 'saxes';
import { CommandError } from '../../errors.js';
import { encodingOfXml, type Meter, textOf } from '../source.js';

/** Nested deeper than this it is no feed. */
const DEPTH_MOST = 100;
/** Longest text of one element. Characters. */
const TEXT_MOST = 1024 * 1024;

/** An element that is wanted, with what is wanted of it. Names are without prefixes. */
export class XmlNode {
  readonly children: XmlNode[] = [];
  text = '';

  constructor(
    readonly name: string,
    /** of its start tag, from 1 */
    readonly line: number,
    readonly attributes: Readonly<Record<string, string>>,
  ) {}

  all(name: string): XmlNode[] {
    return this.children.filter((child) => child.name === name);
  }

  /** By path, the first of each name. */
  at(...path: string[]): XmlNode | undefined {
    return path.reduce<XmlNode | undefined>((node, name) => node?.children.find((child) => child.name === name), this);
  }

  /** Text by path, without the space around it; undefined where there is none. */
  value(...path: string[]): string | undefined {
    return (
      this.at(...path)
        ?.text.trim()
        .replace(/\s+/g, ' ') || undefined
    );
  }
}

/** Names of the children that are wanted, and of theirs. */
export interface Wanted {
  [name: string]: Wanted;
}

export interface Ignored {
  /** how often */
  count: number;
  /** of the first */
  line: number;
}

/**
 * Every element of a name, one after the other, with what is wanted of it: no more than one of them is held.
 * There are no entities but those of XML itself.
 * @param ignored gets what is not wanted, by `Parent/Name`
 * @throws CommandError naming the line where the file is no XML
 */
export async function* elementsOf(
  file: string,
  name: string,
  wanted: Wanted,
  { meter, ignored }: { meter?: Meter; ignored?: Map<string, Ignored> } = {},
): AsyncGenerator<XmlNode> {
  const found: XmlNode[] = [];
  const parser = new SaxesParser({ xmlns: false });
  build(parser, file, name, wanted, { found, ignored: ignored ?? new Map<string, Ignored>() });
  for await (const text of textOf(file, await encodingOfXml(file), meter)) {
    parser.write(text);
    yield* found.splice(0);
  }
  parser.close();
  yield* found.splice(0);
}

interface Level {
  name: string;
  /** undefined in what is not wanted */
  node: XmlNode | undefined;
  wanted: Wanted | undefined;
}

function build(
  parser: SaxesParser,
  file: string,
  name: string,
  root: Wanted,
  { found, ignored }: { found: XmlNode[]; ignored: Map<string, Ignored> },
): void {
  const open: Level[] = [];
  let line = 1;
  const refuse = (reason: string): never => {
    throw new CommandError(`${file}:${parser.line}: ${reason}`);
  };
  parser.on('error', ({ message }) => refuse(`is not well-formed XML: ${message.replace(/^\d+:\d+: /, '')}`));
  parser.on('opentagstart', () => {
    line = parser.line;
    if (open.length >= DEPTH_MOST) refuse(`is nested deeper than ${DEPTH_MOST} elements`);
  });
  parser.on('opentag', (tag) => {
    const local = tag.name.replace(/^.*:/, '');
    const above = open.at(-1);
    const starts = local === name && above?.node === undefined && above?.wanted === undefined;
    const wanted = starts ? root : above?.wanted?.[local];
    if (above?.node && !wanted) count(ignored, `${above.name}/${local}`, line);
    const node = wanted && new XmlNode(local, line, tag.attributes);
    if (node) above?.node?.children.push(node);
    open.push({ name: local, node, wanted });
  });
  const text = (part: string): void => {
    const node = open.at(-1)?.node;
    if (!node) return;
    node.text += part;
    if (node.text.length > TEXT_MOST) refuse(`${node.name} is longer than ${TEXT_MOST} characters`);
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', () => {
    const { node } = open.pop()!;
    if (node?.name === name && open.at(-1)?.node === undefined) found.push(node);
  });
}

function count(ignored: Map<string, Ignored>, path: string, line: number): void {
  const known = ignored.get(path);
  if (known) known.count += 1;
  else ignored.set(path, { count: 1, line });
}
