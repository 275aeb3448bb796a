/** HTML that the service rendered from Markdown, with raw HTML escaped. */
export function Prose({ html }: { html: string }) {
  return <div class="prose" dangerouslySetInnerHTML={{ __html: html }} />;
}
