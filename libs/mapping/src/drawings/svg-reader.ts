import { setImmediate as turn } from 'node:timers/promises';
import { TextDecoder } from 'node:util';
import { SaxesParser } from 'saxes';
import { DrawingFault } from './drawing-fault.js';

export const SVG = 'http://www.w3.org/2000/svg';

export interface Attribute {
  /** empty for attributes without a prefix */
  namespace: string;
  name: string;
  value: string;
}

export interface Element {
  namespace: string;
  name: string;
  attributes: Attribute[];
}

/** Follows a drawing as it is read. */
export interface Follower {
  open(element: Element): void;
  text(text: string): void;
  close(element: Element): void;
}

/** Bounds of what is read at all. */
export const BOUNDS = { depth: 100, elements: 250_000, attributes: 200 };

/** Bytes that are parsed before others get their turn. */
const STEP = 64 * 1024;

const ENCODINGS: Record<string, string> = {
  'utf-8': 'utf-8',
  'us-ascii': 'utf-8',
  'iso-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
  'utf-16': 'utf-16le',
};

/**
 * Reads well-formed XML whose root is `svg`, in steps that let other work through.
 * There are no entities but those of XML itself: a DOCTYPE that declares any is refused, another one counts for nothing.
 * @throws DrawingFault
 */
export async function readSvg(bytes: Buffer, follower: Follower): Promise<void> {
  const parser = new SaxesParser({ xmlns: true });
  follow(parser, follower);
  const decoder = decoderOf(bytes);
  for (let at = 0; at < bytes.length; at += STEP) {
    parser.write(decode(decoder, bytes.subarray(at, at + STEP), at + STEP < bytes.length));
    if (at + STEP < bytes.length) await turn();
  }
  parser.close();
}

function follow(parser: SaxesParser<{ xmlns: true }>, follower: Follower): void {
  const open: Element[] = [];
  let elements = 0;
  let attributes = 0;
  const refuse = (fault: string): never => {
    throw new DrawingFault(fault);
  };
  parser.on('error', () =>
    refuse(elements === 0 ? 'must be an SVG drawing' : `is not well-formed XML (line ${parser.line})`),
  );
  parser.on('doctype', (declaration) => {
    if (hasInternalSubset(declaration)) refuse(INTERNAL_SUBSET);
  });
  parser.on('opentagstart', () => {
    attributes = 0;
    if (open.length >= BOUNDS.depth) refuse(`must not be nested deeper than ${BOUNDS.depth} elements`);
    if (++elements > BOUNDS.elements) refuse(`must have at most ${BOUNDS.elements} elements`);
  });
  parser.on('attribute', () => {
    if (++attributes > BOUNDS.attributes) refuse(`must have at most ${BOUNDS.attributes} attributes on an element`);
  });
  parser.on('opentag', ({ uri, local, attributes: given }) => {
    if (open.length === 0 && (local !== 'svg' || (uri !== SVG && uri !== ''))) refuse('must be an SVG drawing');
    const element: Element = {
      namespace: uri || SVG, // a drawing that forgot to say so
      name: local,
      attributes: Object.values(given).map((each) => ({ namespace: each.uri, name: each.local, value: each.value })),
    };
    open.push(element);
    follower.open(element);
  });
  const text = (content: string): void => {
    if (open.length > 0) follower.text(content);
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', () => follower.close(open.pop()!));
}

/** What Illustrator writes when a drawing is to stay editable; its users are told what to do. */
const INTERNAL_SUBSET =
  'must not have a DOCTYPE with declarations of its own: in Illustrator use "Export As... SVG", ' +
  'or untick "Preserve Illustrator Editing Capabilities" when saving';

/** A bracket in a quoted identifier begins no subset. */
const hasInternalSubset = (declaration: string): boolean => declaration.replace(/"[^"]*"|'[^']*'/g, '').includes('[');

function decoderOf(bytes: Buffer): TextDecoder {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le', { fatal: true });
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be', { fatal: true });
  const start = bytes.subarray(0, 200).toString('latin1');
  const named = /^(?:\xef\xbb\xbf)?<\?xml[^>]*?\sencoding\s*=\s*["']([\w.-]+)["']/.exec(start)?.[1]?.toLowerCase();
  const encoding = named === undefined ? 'utf-8' : ENCODINGS[named];
  if (!encoding) throw new DrawingFault('must be XML in UTF-8');
  return new TextDecoder(encoding, { fatal: true });
}

function decode(decoder: TextDecoder, bytes: Buffer, stream: boolean): string {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    throw new DrawingFault('is not well-formed XML: it is not in the encoding that it names');
  }
}

/** The value of an attribute without a namespace. */
export const attributeOf = (element: Element, name: string): string | undefined =>
  element.attributes.find((each) => each.name === name && each.namespace === '')?.value;
