import { SaxesParser } from 'saxes';
import { CommandError } from '../../errors.js';
import { type Meter, textOf } from '../source.js';

/** Maximum nesting; feeds stay far below. */
const MAX_DEPTH = 100;
/** Maximum text of an element, in characters. */
const MAX_TEXT_LENGTH = 1024 * 1024;

/** A selected element with its selected descendants. Names have no prefixes. */
export class XmlNode {
  readonly children: XmlNode[] = [];
  text = '';

  constructor(
    readonly name: string,
    /** line of its start tag, from 1 */
    readonly line: number,
    readonly attributes: Readonly<Record<string, string>>,
  ) {}

  all(name: string): XmlNode[] {
    return this.children.filter((child) => child.name === name);
  }

  /** Finds a descendant by path; the first one of each name. */
  at(...path: string[]): XmlNode | undefined {
    return path.reduce<XmlNode | undefined>((node, name) => node?.children.find((child) => child.name === name), this);
  }

  /** The trimmed text at a path; undefined if empty or missing. */
  value(...path: string[]): string | undefined {
    return (
      this.at(...path)
        ?.text.trim()
        .replace(/\s+/g, ' ') || undefined
    );
  }
}

/** The children to select, by name, each with its own. */
export interface Wanted {
  [name: string]: Wanted;
}

export interface Ignored {
  /** number of occurrences */
  count: number;
  /** line of the first occurrence */
  line: number;
}

/**
 * Yields all elements of a name with their selected descendants; holds one at a time in memory. Only the predefined entities of
 * XML are allowed.
 * @param ignored receives the other elements, by `Parent/Name`
 * @throws CommandError naming the line at which the file is not well-formed XML
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
  for await (const text of textOf(file, undefined, meter)) {
    parser.write(text);
    yield* found.splice(0);
  }
  parser.close();
  yield* found.splice(0);
}

interface Level {
  name: string;
  /** undefined inside an ignored element */
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
  const fail = (reason: string): never => {
    throw new CommandError(`${file}:${parser.line}: ${reason}`);
  };
  parser.on('error', ({ message }) => fail(`is not well-formed XML: ${message.replace(/^\d+:\d+: /, '')}`));
  parser.on('opentagstart', () => {
    line = parser.line;
    if (open.length >= MAX_DEPTH) fail(`is nested deeper than ${MAX_DEPTH} elements`);
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
    if (node.text.length > MAX_TEXT_LENGTH) fail(`${node.name} is longer than ${MAX_TEXT_LENGTH} characters`);
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
