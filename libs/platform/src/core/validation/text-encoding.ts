import { TextDecoder } from 'node:util';

/** Bytes in which an XML declaration names its encoding. */
const START = 1024;

const UTF_8 = 'utf-8';

/**
 * Determines the encoding of a text from its bytes: a byte order mark decides; otherwise content that is valid UTF-8 is UTF-8,
 * whatever is declared, because many programs declare an encoding that they do not write; otherwise the declared encoding counts.
 */
export class EncodingDetector {
  private start = Buffer.alloc(0) as Buffer;
  private readonly decoder = new TextDecoder(UTF_8, { fatal: true });
  private isUtf8 = true;

  /** @param declared the declared encoding; by default that of the XML declaration, or UTF-8 */
  constructor(private readonly declared?: string) {}

  /** Whether more bytes may change the outcome. */
  get isOpen(): boolean {
    return this.isUtf8 && markOf(this.start) === undefined && this.named !== UTF_8;
  }

  get encoding(): string {
    const mark = markOf(this.start);
    if (mark !== undefined || this.isUtf8) return mark ?? UTF_8;
    return this.named === 'utf-16' ? utf16Of(this.start) : this.named;
  }

  write(bytes: Buffer): void {
    if (this.start.length < START) this.start = Buffer.concat([this.start, bytes.subarray(0, START)]);
    this.check(bytes);
  }

  end(): void {
    this.check();
  }

  private get named(): string {
    return (this.declared ?? declaredInXml(this.start)).toLowerCase();
  }

  private check(bytes?: Buffer): void {
    if (!this.isUtf8) return;
    try {
      // UTF-16 without a mark may be valid UTF-8, but has NULs, which no text has
      this.isUtf8 = !bytes?.includes(0);
      this.decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      this.isUtf8 = false;
    }
  }
}

export function encodingOf(bytes: Buffer): string {
  const detector = new EncodingDetector();
  detector.write(bytes);
  detector.end();
  return detector.encoding;
}

/** The encoding that an XML declaration names (XML 1.0, appendix F), or UTF-8. */
function declaredInXml(start: Buffer): string {
  const text = start.toString('latin1').replaceAll('\0', '');
  return /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(text)?.[1] ?? UTF_8;
}

function markOf([a, b, c]: Buffer): string | undefined {
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  if (a === 0xfe && b === 0xff) return 'utf-16be';
  return a === 0xef && b === 0xbb && c === 0xbf ? UTF_8 : undefined;
}

/** The byte order of UTF-16 without a mark that begins with an ASCII character. */
const utf16Of = ([first]: Buffer): string => (first === 0 ? 'utf-16be' : 'utf-16le');
