import { SaxesParser } from 'saxes';

/** Receives the elements of a part. Names have no prefixes. */
export interface Visitor {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** @throws Error naming the part while it writes what is not well-formed */
export function parserFor(part: string, visitor: Visitor): SaxesParser {
  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on('error', ({ message }) => {
    throw new Error(`${part} is not well-formed XML: ${message}`);
  });
  parser.on('opentag', ({ name, attributes }) => visitor.open(localName(name), attributes));
  parser.on('closetag', ({ name }) => visitor.close?.(localName(name)));
  parser.on('text', (text) => visitor.text?.(text));
  parser.on('cdata', (text) => visitor.text?.(text));
  return parser;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);
