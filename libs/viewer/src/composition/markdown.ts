import { micromark } from 'micromark';

/** Pictures of other servers would tell these who looks; what is loaded is this service's own. */
const WITHOUT_IMAGES = { disable: { null: ['labelStartImage'] } };

/**
 * HTML of what people wrote as Markdown, safe to insert: HTML within it is shown as text, and no link runs a script.
 * Headings stand below those of a page; links open beside it.
 */
export function htmlOf(markdown: string): string {
  // micromark escapes what is not its own: these tags are.
  return micromark(markdown, { extensions: [WITHOUT_IMAGES] })
    .replace(/<(\/?)h([1-6])>/g, (_, end: string, level: string) => `<${end}h${Math.min(6, Number(level) + 3)}>`)
    .replaceAll('<a href="', '<a target="_blank" rel="noopener noreferrer" href="');
}
