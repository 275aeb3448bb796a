import { dirname, posix, relative } from 'node:path';

/** Whether a Markdown file of the repository becomes a page. */
export const isPage = (path) =>
  /^(README|CHANGELOG|CONTRIBUTING|SECURITY)\.md$|^(docs|examples)\/.*\.md$|^libs\/sdk\/README\.md$/.test(path);

const addressOf = (path) => `/${path.replace(/(^|\/)README\.md$/, '$1').replace(/\.md$/, '')}`;

/**
 * Plugin of markdown-it. A link to a page leads to that page of the site. A link to another file of the repository leads to
 * `source`, such as `https://github.com/OWNER/NAME/blob/main`; without `source` only its text remains.
 */
export function repositoryLinks(markdown, { root, source }) {
  markdown.core.ruler.push('repository_links', ({ tokens, env }) => {
    for (const { children } of tokens) {
      let text = false;
      for (const token of children ?? []) {
        if (token.type === 'link_close' && text) {
          text = false;
          token.type = 'text';
        }
        if (token.type !== 'link_open') continue;
        const href = token.attrGet('href');
        if (/^([a-z]+:|#|\/)/.test(href)) continue;
        const [target, anchor] = href.split('#');
        const path = posix.join(dirname(relative(root, env.realPath ?? env.path)), decodeURI(target));
        if (isPage(path)) token.attrSet('href', addressOf(path) + (anchor ? `#${anchor}` : ''));
        else if (source) token.attrSet('href', `${source}/${path}`);
        else {
          text = true;
          token.type = 'text';
        }
      }
    }
  });
}

/** Plugin of markdown-it. Keeps Vue from evaluating code such as `{{ unit_number }}`. */
export function literalCode(markdown) {
  markdown.core.ruler.push('literal_code', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? []))
      if (token.type === 'code_inline') token.attrSet('v-pre', '');
  });
}
