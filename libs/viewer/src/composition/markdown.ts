import { micromark } from 'micromark';

/** Disables images, which would reveal visitors to other servers. */
const WITHOUT_IMAGES = { disable: { null: ['labelStartImage'] } };

/** A link, its protocol if it has one or `//`, which stands for the page's own, and its text. Micromark encodes the quotes in an address, and nests no links. */
const LINK = /<a href="(?:([^"/?#:]*):|(\/\/))?[^"]*"[^>]*>([^]*?)<\/a>/g;
const SAFE = /^(https?|mailto|tel|sms)$/i;

/**
 * Renders Markdown to HTML that is safe to insert: raw HTML is escaped, and of links with other protocols than those above, or to another host without one, only the
 * text is kept. Headings are lowered below those of the page; links open in a new window.
 */
export function htmlOf(markdown: string): string {
  // These tags come from micromark, because it escapes tags in the text.
  return micromark(markdown, { extensions: [WITHOUT_IMAGES], allowDangerousProtocol: true })
    .replace(LINK, (link: string, protocol: string | undefined, otherHost: string | undefined, text: string) =>
      otherHost === undefined && (protocol === undefined || SAFE.test(protocol)) ? link : text,
    )
    .replace(/<(\/?)h([1-6])>/g, (_, end: string, level: string) => `<${end}h${Math.min(6, Number(level) + 3)}>`)
    .replaceAll('<a href="', '<a target="_blank" rel="noopener noreferrer" href="');
}
