import { htmlOf } from './markdown.js';

describe('Markdown', () => {
  it('renders HTML with links that open in a new tab and headings below those of the page', () => {
    expect(htmlOf('# Pool\n\n**Warm** [more](https://a.example/?x=1&y=2)\n\n- one')).toBe(
      '<h4>Pool</h4>\n<p><strong>Warm</strong> <a target="_blank" rel="noopener noreferrer" href="https://a.example/?x=1&amp;y=2">more</a></p>\n<ul>\n<li>one</li>\n</ul>',
    );
  });

  it.each(['https://a.example', 'mailto:a@a.example', 'tel:+15550100', 'SMS:+15550100', '/here', '#there'])(
    'keeps the link to %s',
    (address) => {
      expect(htmlOf(`[*the* office](${address})`)).toBe(
        `<p><a target="_blank" rel="noopener noreferrer" href="${address}"><em>the</em> office</a></p>`,
      );
    },
  );

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://a.example',
    'file:///etc/passwd',
    '&#9;javascript:alert(1)',
    '//a.example/x',
    '\\/\\/a.example',
    '&#47;/a.example',
    '///a.example',
  ])('removes the link to %s, but keeps its text', (address) => {
    expect(htmlOf(`[*the* office](${address} "title")`)).toBe('<p><em>the</em> office</p>');
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<svg/onload=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<!-- --><iframe srcdoc="<script>alert(1)</script>">',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](java\tscript:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:msgbox(1))',
    '<javascript:alert(1)>',
    '[x][1]\n\n[1]: javascript:alert(1)',
    '[x](&colon;javascript:alert(1))',
    '[x](tel&colon;1"onclick="alert(1))',
    '[x](<javascript:alert(1)> "a > b")',
    '[`</a>`](javascript:alert(1)) [y](javascript:alert(2))',
    '[x](https://a.example/"onmouseover="alert(1))',
    '[x](https://a.example "title\\" onmouseover=\\"alert(1)")',
    '![x](https://evil.example/pixel.png)',
    '![x][1]\n\n[1]: https://evil.example/pixel.png',
    '`<a href="javascript:alert(1)">`',
    '    <a href="x" onclick="alert(1)">',
    '\u0000<script>',
  ])('neutralises %j', (attack) => {
    const html = htmlOf(attack);
    const tags = [...html.matchAll(/<\/?([a-z0-9]+)([^>]*)>/g)];
    expect(html.replace(/<\/?[a-z0-9]+[^>]*>/g, '')).not.toMatch(/[<>]/);
    for (const [, name, attributes] of tags) {
      expect(['p', 'a', 'code', 'pre', 'em', 'strong']).toContain(name);
      expect(attributes).toMatch(
        /^( target="_blank" rel="noopener noreferrer" href="(https:\/\/[^"<>]*|tel:[^"<>]*|[^":<>]*)"( title="[^"<>]*")?)?$/,
      );
    }
  });
});
