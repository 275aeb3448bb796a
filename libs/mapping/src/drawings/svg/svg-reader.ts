import { isAscii } from 'node:buffer';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { TextDecoder } from 'node:util';
import { encodingOf } from '@app/platform/core';
import { SaxesParser } from 'saxes';
import { DrawingError } from './drawing-error.js';

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

/** Receives the events of a drawing as it is parsed. */
export interface SvgHandler {
  open(element: Element): void;
  text(text: string): void;
  close(element: Element): void;
  doctype?(): void;
  /** a processing instruction; the XML declaration is none */
  instruction?(target: string): void;
  /** the XML declaration names an encoding in which a browser would read another text */
  misdeclared?(): void;
}

/** Limits of parsing. */
export const BOUNDS = { depth: 1000, elements: 250_000, attributes: 200 };

/** Bytes parsed before yielding to other work. */
const STEP = 64 * 1024;

/**
 * Parses well-formed XML with the root `svg`, in steps that yield to other work.
 * Only the predefined entities of XML exist: a DOCTYPE that declares others is rejected, any other DOCTYPE is ignored.
 * @throws DrawingError
 */
export async function readSvg(bytes: Buffer, handler: SvgHandler): Promise<void> {
  // The cleaned drawing is XML 1.0, which lacks characters of XML 1.1.
  const parser = new SaxesParser({ xmlns: true, defaultXMLVersion: '1.0', forceXMLVersion: true });
  const decoder = decoderOf(bytes);
  parser.on('xmldecl', ({ encoding }) => {
    if (encoding && !isReadAlike(bytes, encoding, decoder.encoding)) handler.misdeclared?.();
  });
  emit(parser, handler);
  for (let at = 0; at < bytes.length; at += STEP) {
    parser.write(decode(decoder, bytes.subarray(at, at + STEP), at + STEP < bytes.length));
    if (at + STEP < bytes.length) await yieldToOthers();
  }
  parser.close();
}

function emit(parser: SaxesParser<{ xmlns: true }>, handler: SvgHandler): void {
  const open: Element[] = [];
  let elements = 0;
  let attributes = 0;
  const fail = (error: string): never => {
    throw new DrawingError(error);
  };
  parser.on('error', () =>
    fail(elements === 0 ? 'must be an SVG drawing' : `is not well-formed XML (line ${parser.line})`),
  );
  parser.on('doctype', (declaration) => {
    if (hasInternalSubset(declaration)) fail(INTERNAL_SUBSET);
    handler.doctype?.();
  });
  parser.on('processinginstruction', ({ target }) => handler.instruction?.(target));
  parser.on('opentagstart', () => {
    attributes = 0;
    if (open.length >= BOUNDS.depth) fail(`must not be nested deeper than ${BOUNDS.depth} elements`);
    if (++elements > BOUNDS.elements) fail(`must have at most ${BOUNDS.elements} elements`);
  });
  parser.on('attribute', () => {
    if (++attributes > BOUNDS.attributes) fail(`must have at most ${BOUNDS.attributes} attributes on an element`);
  });
  parser.on('opentag', ({ uri, local, attributes: given }) => {
    if (open.length === 0 && (local !== 'svg' || (uri !== SVG && uri !== ''))) fail('must be an SVG drawing');
    const element: Element = {
      namespace: uri || SVG, // some drawings omit the namespace
      name: local,
      attributes: Object.values(given).map((each) => ({ namespace: each.uri, name: each.local, value: each.value })),
    };
    open.push(element);
    handler.open(element);
  });
  const text = (content: string): void => {
    if (open.length > 0) handler.text(content);
  };
  parser.on('text', text);
  parser.on('cdata', text);
  parser.on('closetag', () => handler.close(open.pop()!));
}

/** Illustrator writes it when editing capabilities are preserved; the message tells users how to export. */
const INTERNAL_SUBSET =
  'must not have a DOCTYPE with declarations of its own: in Illustrator use "Export As... SVG", ' +
  'or untick "Preserve Illustrator Editing Capabilities" when saving';

/** A bracket inside a quoted identifier does not start a subset. */
const hasInternalSubset = (declaration: string): boolean => declaration.replace(/"[^"]*"|'[^']*'/g, '').includes('[');

function decoderOf(bytes: Buffer): TextDecoder {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true });
  } catch {
    throw new DrawingError('must be XML in UTF-8');
  }
}

/** Whether a browser, which trusts a byte order mark and then the declaration, reads the same text. */
function isReadAlike(bytes: Buffer, declared: string, encoding: string): boolean {
  const [a, b, c] = bytes;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff) || (a === 0xef && b === 0xbb && c === 0xbf)) return true;
  try {
    const known = new TextDecoder(declared).encoding;
    return known === encoding || (known === 'windows-1252' && isAscii(bytes));
  } catch {
    return false;
  }
}

function decode(decoder: TextDecoder, bytes: Buffer, stream: boolean): string {
  try {
    return decoder.decode(bytes, { stream });
  } catch {
    throw new DrawingError('is not well-formed XML: it is not in the encoding that it names');
  }
}

/** The value of an attribute without a namespace. */
export const attributeOf = (element: Element, name: string): string | undefined =>
  element.attributes.find((each) => each.name === name && each.namespace === '')?.value;
