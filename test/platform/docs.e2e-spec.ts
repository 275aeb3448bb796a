import { createHash } from 'node:crypto';
import { parse } from 'yaml';
import { StartPageLinks } from '@app/documentation';
import { TestApp } from '../support/app.js';
import { built, Service } from '../support/service.mjs';
import { describeInBrowser, openBrowser } from '../viewer-app/browser.js';

const nobody = { key: null, flags: null };

let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app?.close());

describe('The start page', () => {
  it('links to everything, without a key', async () => {
    const page = await app.get('/', nobody);
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
    const links = [...page.text.matchAll(/href="([^"]+)"/g)].map(([, path]) => path!);
    expect(links).toEqual(expect.arrayContaining(['/docs', '/openapi.json', '/guides/pricing.md', '/health/ready']));
    for (const path of links) expect([path, (await app.get(path, nobody)).status]).toEqual([path, 200]);
  });

  it('contains added links, and a link to the other API if its address is known', async () => {
    const named = await app.replica({
      PUBLIC_URL: 'https://example.com/maps',
      AI_PUBLIC_URL: 'https://ai.example.com',
    });
    named.app.get(StartPageLinks).add({ href: '/embed/key', text: 'Map of the demonstration', remark: 'No key' });
    const { text } = await named.get('/', nobody);
    const links = [...text.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!);
    expect(links.slice(0, 4)).toEqual(['/maps/console', '/maps/embed/key', 'https://ai.example.com', '/maps/docs']);
    expect(links.slice(3).every((href) => href.startsWith('/maps/'))).toBe(true);
  });

  it('allows its own script and style, and nothing else', async () => {
    const { headers, text } = await app.get('/', nobody);
    const policy = headers.get('content-security-policy')!;
    for (const tag of ['script', 'style']) {
      const [, content] = new RegExp(`<${tag}>([^]*?)</${tag}>`).exec(text)!;
      expect(policy).toContain(createHash('sha256').update(content!).digest('base64'));
    }
    expect(policy).toContain(`default-src 'none'`);
  });
});

describe('The guides', () => {
  it('are listed on the start page, to which their folder redirects', async () => {
    const { status, headers } = await fetch(`${app.base}/guides`, { redirect: 'manual' });
    expect([status, headers.get('location')]).toEqual([302, `${app.base}/#guides`]);
    expect((await app.get('/', { key: null })).text).toContain('<section id="guides"><h2>Guides</h2>');
  });

  it('are Markdown, and link only to each other', async () => {
    const catalog = JSON.parse((await app.get('/.well-known/api-catalog', nobody)).text);
    const guides = catalog.linkset[0]['service-doc'].filter(({ type }: { type: string }) => type === 'text/markdown');
    expect(guides.length).toBeGreaterThan(3);
    for (const { href, title } of guides) {
      const { status, headers, text } = await app.get(href, nobody);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/markdown; charset=utf-8']);
      expect(text.startsWith(`# ${title}\n`)).toBe(true);
      for (const [, target] of text.matchAll(/\]\((?![a-z]+:|#)([^)\s#]+)/g))
        expect([href, target, (await app.get(new URL(target!, href).href, nobody)).status]).toEqual([
          href,
          target,
          200,
        ]);
    }
  });

  it('are HTML in a browser, with tables and link anchors', async () => {
    const { status, headers, text } = await app.get('/guides/integrating.md', {
      ...nobody,
      headers: { Accept: 'text/html,*/*;q=0.8' },
    });
    expect([status, headers.get('content-type'), headers.get('vary')]).toEqual([
      200,
      'text/html; charset=utf-8',
      'Accept, Accept-Encoding',
    ]);
    for (const part of ['<h2 id="errors">Errors</h2>', '<h2 id="api-keys">', '<code>guard_refused</code>', '<td>'])
      expect(text).toContain(part);
    expect(text).not.toMatch(/^\|/m);
    const style = /<style>([^]*?)<\/style>/.exec(text)![1]!;
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain(createHash('sha256').update(style).digest('base64'));
  });
});

describe('Well-known documents', () => {
  it('include an API catalog (RFC 9727) with the base URL of the server', async () => {
    const { headers, text } = await app.get('/.well-known/api-catalog', nobody);
    expect(headers.get('content-type')).toMatch(/^application\/linkset\+json; profile="/);
    expect(headers.get('link')).toContain('rel="api-catalog"');
    const [api] = JSON.parse(text).linkset;
    expect(api).toMatchObject({ anchor: `${app.base}/v1`, status: [{ href: `${app.base}/health/ready` }] });
    expect(api['service-desc'][0]).toEqual({ href: `${app.base}/openapi.json`, type: 'application/json' });
  });

  it('list all APIs of the installation in the catalog: this one, MCP and the other', async () => {
    const named = await app.replica({
      PUBLIC_URL: 'https://maps.example.com',
      AI_PUBLIC_URL: 'https://ai.example.com',
    });
    const { linkset } = JSON.parse((await named.get('/.well-known/api-catalog', nobody)).text);
    const anchors = ['https://maps.example.com/v1', 'https://maps.example.com/mcp', 'https://ai.example.com/v1'];
    const contexts = Object.fromEntries(linkset.map((each: { anchor: string }) => [each.anchor, each]));
    const items = contexts['https://maps.example.com/.well-known/api-catalog'].item;
    expect(items).toEqual(anchors.map((href) => ({ href })));
    for (const anchor of anchors) {
      expect(contexts[anchor]).toHaveProperty('service-doc.0.href');
      expect(contexts[anchor]).toHaveProperty('status.0.href');
    }
    expect(contexts[anchors[2]!]['service-desc'][0].href).toBe('https://ai.example.com/openapi.json');
  });

  it('include llms.txt with working links', async () => {
    const { text } = await app.get('/llms.txt', nobody);
    expect(text).toMatch(/^# Property Map Service\n\n> /);
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, href]) => href!);
    expect(links.length).toBeGreaterThan(4);
    for (const href of links) expect([href, (await app.get(href, nobody)).status]).toEqual([href, 200]);
  });

  it('include security.txt (RFC 9116), if a contact is configured', async () => {
    expect((await app.get('/.well-known/security.txt', nobody)).status).toBe(404);
    const contact = 'mailto:security@example.com';
    const named = await app.replica({ SECURITY_CONTACT: contact, PUBLIC_URL: 'https://maps.example.com' });
    const { headers, text } = await named.get('/.well-known/security.txt', nobody);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const fields = Object.fromEntries(text.trim().split('\n').map((line) => line.split(/: (.*)/s) as [string, string])); // oxfmt-ignore
    expect(fields).toMatchObject({ Contact: contact, Canonical: 'https://maps.example.com/.well-known/security.txt' });
    const days = (Date.parse(fields['Expires']!) - Date.now()) / 86_400_000;
    expect([days > 30, days < 365]).toEqual([true, true]);
  });
});

describe('The OpenAPI document', () => {
  it.each(['/openapi.json', '/openapi.yaml', '/docs/swagger-ui-init.js'])(
    '%s is rendered once, and not sent again to a client that has it',
    async (path) => {
      const { headers } = await app.get(path, nobody);
      expect(headers.get('content-encoding')).toBe('gzip');
      const tag = headers.get('etag')!;
      const begun = process.cpuUsage();
      for (let asked = 0; asked < 50; asked++) {
        const answer = await app.get(path, { ...nobody, headers: { 'If-None-Match': tag } });
        expect([answer.status, answer.text]).toEqual([304, '']);
      }
      const { user, system } = process.cpuUsage(begun);
      expect((user + system) / 50 / 1_000).toBeLessThan(20); // ms; rendering takes 30 to hundreds
      const unzipped = await app.get(path, { ...nobody, headers: { 'Accept-Encoding': 'identity' } });
      expect([unzipped.status, unzipped.headers.get('etag')]).toEqual([200, tag]);
    },
  );

  it('contains the address that the client used, for the server and its guides, and the contact for keys', async () => {
    const { body } = await app.get('/openapi.json', nobody);
    expect(body.servers[0].url).toBe(app.base);
    expect(body.externalDocs.url).toBe(`${app.base}/guides/integrating.md`);
    expect(body.info.description).toContain(`](${app.base}/guides/versions.md)`);
    const named = await app.replica({ PUBLIC_URL: 'https://example.com/maps', API_CONTACT: 'mailto:api@example.com' });
    const other = (await named.get('/openapi.json', nobody)).body;
    expect([other.servers[0].url, other.info.contact.email]).toEqual(['https://example.com/maps', 'api@example.com']);
    expect((await named.get('/llms.txt', nobody)).text).toContain('mailto:api@example.com');
  });

  it('is linked with the explorer of the other API in Swagger UI', async () => {
    const named = await app.replica({ AI_PUBLIC_URL: 'https://ai.example.com' });
    const { text } = await named.get('/docs/swagger-ui-init.js', nobody);
    expect(text).toContain('[Data models API](https://ai.example.com/docs)');
  });

  it('is displayed by Swagger UI', async () => {
    const page = await app.get('/docs', nobody);
    for (const { headers } of [page, await app.get('/docs/', nobody)]) {
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self'; /);
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    }
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.text).toContain('./docs/swagger-ui-init.js');
    expect((await app.get('/docs/', nobody)).text).toContain('./swagger-ui-init.js');
    const tagged = { ...nobody, headers: { 'If-None-Match': page.headers.get('etag')! } };
    expect((await app.get('/docs', tagged)).status).toBe(304);
    const script = await app.get('/docs/swagger-ui-init.js', nobody);
    expect(script.text).toContain('"/v1/assets"');
    expect((await app.get('/docs/swagger-ui-bundle.js', nobody)).status).toBe(200);
  });

  // last, because parsing the YAML takes so long that idle connections are closed
  it('is the same in JSON and YAML', async () => {
    const [json, yaml] = [await app.get('/openapi.json', nobody), await app.get('/openapi.yaml', nobody)];
    expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(yaml.headers.get('content-type')).toBe('text/yaml; charset=utf-8');
    expect(json.body.paths).toHaveProperty(['/v1/assets', 'get']);
    expect(parse(yaml.text)).toEqual(json.body);
  });
});

describeInBrowser('Swagger UI of the built program', () => {
  it('displays its operations without an error', async () => {
    built();
    const service = await Service.start('api', { DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir });
    const browser = await openBrowser();
    try {
      const page = await browser.newPage();
      const errors: string[] = [];
      page.on('pageerror', ({ message }) => void errors.push(message));
      page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text()))); // also violations of its policy
      await page.goto(`${service.base}/docs`);
      await page.locator('.opblock-tag').first().click();
      await page.locator('.opblock-summary-control').first().click();
      await page.locator('.execute').first().click();
      await page.locator('.live-responses-table').first().waitFor();
      expect(errors.filter((error) => !error.includes('401'))).toEqual([]); // it has no key
      expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(250, 250, 250)');
    } finally {
      await browser.close();
      await service.kill();
    }
  }, 300_000);
});
