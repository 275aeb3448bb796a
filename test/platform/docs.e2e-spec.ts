import { parse } from 'yaml';
import { TestApp } from '../support/app.js';

const nobody = { key: null, flags: null };

let app: TestApp;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app?.close());

describe('The OpenAPI document', () => {
  it.each(['/openapi.json', '/openapi.yaml'])('%s is made once, and not sent to who has it', async (path) => {
    const { headers } = await app.get(path, nobody);
    expect(headers.get('content-encoding')).toBe('gzip');
    const tag = headers.get('etag')!;
    const begun = process.cpuUsage();
    for (let asked = 0; asked < 50; asked++) {
      const answer = await app.get(path, { ...nobody, headers: { 'If-None-Match': tag } });
      expect([answer.status, answer.text]).toEqual([304, '']);
    }
    const { user, system } = process.cpuUsage(begun);
    expect((user + system) / 50 / 1_000).toBeLessThan(20); // ms; to make the YAML takes hundreds
    const unzipped = await app.get(path, { ...nobody, headers: { 'Accept-Encoding': 'identity' } });
    expect([unzipped.status, unzipped.headers.get('etag')]).toEqual([200, tag]);
  });

  it('is what Swagger UI shows', async () => {
    const page = await app.get('/docs', nobody);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.text).toContain('./docs/swagger-ui-init.js');
    const script = await app.get('/docs/swagger-ui-init.js', nobody);
    expect(script.text).toContain('"/v1/assets"');
    expect((await app.get('/docs/swagger-ui-bundle.js', nobody)).status).toBe(200);
  });

  // last: reading YAML takes so long that connections end meanwhile
  it('is the same as JSON and as YAML', async () => {
    const [json, yaml] = [await app.get('/openapi.json', nobody), await app.get('/openapi.yaml', nobody)];
    expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(yaml.headers.get('content-type')).toBe('text/yaml; charset=utf-8');
    expect(json.body.paths).toHaveProperty(['/v1/assets', 'get']);
    expect(parse(yaml.text)).toEqual(json.body);
  });
});
