import { micromark } from 'micromark';

/** Disables images, which would reveal visitors to other servers. */
const WITHOUT_IMAGES = { disable: { null: ['labelStartImage'] } };

/**
 * Renders Markdown to HTML that is safe to insert: raw HTML is escaped, and links cannot run scripts. Headings are lowered below
 * those of the page; links open in a new window.
 */
export function htmlOf(markdown: string): string {
  // These tags come from micromark, because it escapes tags in the text.
  return micromark(markdown, { extensions: [WITHOUT_IMAGES] })
    .replace(/<(\/?)h([1-6])>/g, (_, end: string, level: string) => `<${end}h${Math.min(6, Number(level) + 3)}>`)
    .replaceAll('<a href="', '<a target="_blank" rel="noopener noreferrer" href="');
}
