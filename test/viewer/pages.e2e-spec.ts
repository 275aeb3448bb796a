import { jest } from '@jest/globals';
import { mkdtempSync } from 'node:fs';
import sharp from 'sharp';
import { FindMapDrawing } from '@app/mapping/contract';
import { ViewerProgram } from '@app/viewer';
import { QueryBus } from '@nestjs/cqrs';
import { TestApp } from '../support/app.js';
import { type GivenAsset, givenAccount, givenAsset, givenProcess } from '../support/given.js';
import { eventually, givenEmbed, givenLandingPage, givenMap, lookForBuilds } from './pages.js';

const HOSTILE = `</script><script>alert('x')</script><img src=x onerror=alert(1)>"'&`;
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60">
  <path id="Unit-101" d="M0 0H40V40H0Z"/><path id="Unit-102" d="M40 0H80V40H40Z"/></svg>`;

let app: TestApp;
let account: string;
let asset: GivenAsset;
let map: string;
let embed: string;
let share: string;

beforeAll(async () => {
  app = await TestApp.start();
});
afterAll(() => app?.close());
beforeEach(async () => {
  account = await givenAccount(app);
  asset = await givenAsset(app, ['101', '102'], [account]);
  const process = await givenProcess(app, asset);
  const entry = { unit_number: '101', provider_id: '101', price: 1500, available_on: '2026-01-01' };
  await app.post(`${process}/ingest?commit=1`, [entry]);
  map = await givenMap(app, asset, 'Level 1', DRAWING);
  embed = await givenEmbed(app, account, [{ asset, map }]);
  share = await givenLandingPage(app, asset, map);
});

const open = (path: string, headers: Record<string, string> = {}, on = app) =>
  on.get(path, { key: null, flags: null, headers });
const built = async () => {
  await open(`/embed/${embed}`);
  await lookForBuilds(app);
};

/** The data that the page passes to its script. */
interface PageData {
  document: object;
  state: string;
  options: { theme?: object };
  urls: { self: string; canonical: string; document: string; assets: string; preview: string };
  allowed_origins?: string[];
}
const dataOf = (html: string): PageData =>
  JSON.parse(/<script type="application\/json"[^>]*>([\s\S]*?)<\/script>/.exec(html)![1]!) as PageData;
const BROWSER = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const policyOf = (headers: Headers) => headers.get('content-security-policy')!;

describe('The page of an embed', () => {
  it('is HTML with a rendered list, requires only the key of the embed, and allows no other scripts', async () => {
    await built();
    const { status, headers, text } = await open(`/embed/${embed}`);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('cache-control')).toMatch(/^public, max-age=0, s-maxage=\d+/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('x-robots-tag')).toBe('noindex');
    expect(headers.get('vary')).toBe('Sec-Fetch-Dest, Accept-Language, Accept-Encoding');
    expect(headers.has('set-cookie')).toBe(false);
    expect(text).toContain('101');
    const policy = policyOf(headers);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('frame-ancestors');
    expect(policy).not.toMatch(/unsafe/);
    expect(dataOf(text).document).toEqual((await open(`/v1/embeds/${embed}/viewer-document`)).body);
  });

  it('loads immutable files, and a loader that is revalidated', async () => {
    await built();
    const { text } = await open(`/embed/${embed}`);
    const files = [...text.matchAll(/(?:src|href)="(\/embed-files\/[^"]+)"/g)].map(([, path]) => path!);
    expect(files.length).toBeGreaterThanOrEqual(2);
    for (const file of files) {
      const answer = await open(file, { 'Accept-Encoding': 'br' });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('content-encoding')).toBe('br');
      const again = { 'If-None-Match': answer.headers.get('etag')! };
      expect((await open(file, again)).status).toBe(304);
      const head = await app.request('HEAD', file, { key: null });
      expect([head.status, head.text]).toEqual([200, '']);
    }
    expect((await open('/embed-files/package.json')).status).toBe(404);
    expect((await open('/embed-files/..%2f..%2fpackage.json')).status).toBe(404);
    expect((await open('/embed-files/manifest.json')).status).toBe(404);
  });

  it('returns 304 while it is unchanged, and is compressed', async () => {
    await built();
    const { headers } = await open(`/embed/${embed}`, { 'Accept-Encoding': 'gzip' });
    expect(headers.get('content-encoding')).toBe('gzip');
    expect((await open(`/embed/${embed}`, { 'If-None-Match': headers.get('etag')! })).status).toBe(304);
    const other = { 'If-None-Match': headers.get('etag')! };
    expect((await open(`/embed/${embed}?locale=de`, other)).status).toBe(200);
    expect((await app.request('HEAD', `/embed/${embed}`, { key: null })).status).toBe(200);
  });

  it('uses the language of the query, otherwise that of the browser', async () => {
    await built();
    const language = async (path: string, header = '') =>
      /<html[^>]* lang="([^"]*)"/.exec((await open(path, { 'Accept-Language': header })).text)![1];
    expect(await language(`/embed/${embed}`)).toBe('en');
    expect(await language(`/embed/${embed}`, 'fr;q=0.2, de-AT;q=0.9, *;q=0.1')).toMatch(/^de/);
    expect(await language(`/embed/${embed}?locale=de`, 'fr')).toBe('de');
    expect(await language(`/embed/${embed}`, '"><script>')).toBe('en');
    expect((await open(`/embed/${embed}?locale=de`)).headers.get('vary')).toBe('Sec-Fetch-Dest, Accept-Encoding');
  });

  it('drops invalid options in browsers, and accepts the filters that it writes itself', async () => {
    await built();
    const invalid = '?sort=bogus&locale=de&unit=1&unit=2&group[]=floor&unknown=1';
    for (const page of [`/embed/${embed}`, `/share/${share}`]) {
      const response = await fetch(app.base + page + invalid, { headers: BROWSER });
      expect([response.status, response.url]).toEqual([200, `${app.base}${page}?locale=de&unknown=1`]);
      expect((await fetch(`${app.base}${page}?sort=bogus`, { headers: BROWSER })).url).toBe(app.base + page);
      expect((await open(page + invalid, { Accept: 'application/json' })).status).toBe(422);
      for (const option of [
        'unit=1&unit=2',
        'locale=%3Cscript%3E',
        'currency=usd',
        'theme.accent=1',
        'theme.font=%3C',
        'sort=bogus',
      ])
        for (const accept of ['text/html', '*/*'])
          expect((await fetch(`${app.base}${page}?floor=1&${option}`, { headers: { accept } })).url).toBe(
            `${app.base}${page}?floor=1`,
          );
    }
    const filters = `View:${Array.from({ length: 40 }, (_, i) => `${i}`.padStart(65, 'x')).join('|')}`;
    expect((await open(`/embed/${embed}?filters=${encodeURIComponent(filters)}`)).status).toBe(200);
  });

  it('can be framed by the origins that it allows, and passes them to its page', async () => {
    const origins = ['https://www.example.com', 'http://localhost:8080'];
    embed = await givenEmbed(app, account, [{ asset, map }], { origins });
    await built();
    const { headers, text } = await open(`/embed/${embed}`);
    expect(policyOf(headers)).toContain(`frame-ancestors 'self' ${origins.join(' ')}`);
    expect(dataOf(text).allowed_origins).toEqual(origins);
  });

  it('shows hostile texts as texts', async () => {
    await app.sql('update catalog.asset set display_name = $1, description = $1 where id = $2', [HOSTILE, asset.id]);
    await app.sql('update catalog.unit set unit_number = $1 where asset_id = $2 and id = $3', [
      HOSTILE,
      asset.id,
      asset.units[1],
    ]);
    embed = await givenEmbed(app, account, [{ asset, map }], { name: HOSTILE });
    await app.post(`${asset.path}/caches/build`);
    await lookForBuilds(app);
    for (const page of [`/embed/${embed}`, `/share/${share}`]) {
      const hostileTheme = `theme.accent=${encodeURIComponent('red}</style><script>')}`;
      expect((await open(`${page}?${hostileTheme}`)).status).toBe(302);
      const { status, text } = await open(`${page}?unit=${encodeURIComponent(HOSTILE)}`);
      expect(status).toBe(200);
      expect(text).not.toMatch(/<script>alert|<img src=x/);
      expect(text.match(/<\/style>/g)).toHaveLength(text.match(/<style/g)!.length);
      expect(dataOf(text).options.theme).toBeUndefined();
      const [, structured] = /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(text)!;
      const { about } = JSON.parse(structured!) as { about: { name: string; containsPlace: object[] } };
      expect(about.name).toBe(HOSTILE);
      expect(about.containsPlace).toContainEqual(expect.objectContaining({ '@type': 'Apartment', name: HOSTILE }));
      expect((await open(page, { 'Sec-Fetch-Dest': 'iframe' })).text).not.toContain('ld+json');
    }
  });

  it('responds in HTML that there is no map, for any unknown key', async () => {
    for (const key of ['aaaaaaaaaaa', '1', asset.id, share, embed.toUpperCase(), '%22%3E%3Cscript%3E']) {
      const { status, headers, text } = await open(`/embed/${key}`);
      expect(status).toBe(404);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(policyOf(headers)).toContain("default-src 'none'");
      expect(text).not.toContain('<script>');
    }
    for (const path of [`/share/${embed}`, '/embed/%00', '/share/%00', `/embed/${'x'.repeat(2_000)}`]) {
      expect((await open(path)).status).toBe(404);
      const { status, headers, text } = await open(path, BROWSER);
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(dataOf(text).state).toBe('not_found');
    }
  });

  it('is rate limited per address', async () => {
    await built();
    const limited = await app.replica({ RATE_LIMIT_PUBLIC: '5', RATE_LIMIT_STORE: 'memory' }); // rendering a page counts, too
    const asked: number[] = [];
    for (const path of [
      `/embed/${embed}`,
      `/share/${share}`,
      `/v1/embeds/${embed}/viewer-document`,
      '/embed/aaaaaaaaaaa',
    ])
      asked.push((await open(path, {}, limited)).status);
    expect(asked).toEqual([200, 200, 200, 429]);

    const page = await open(`/embed/${embed}?locale=de`, BROWSER, limited);
    expect([page.status, page.headers.get('content-type')]).toEqual([429, 'text/html; charset=utf-8']);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.text).toContain('<html lang="de">');
    expect(dataOf(page.text).state).toBe('busy');
    for (const path of [`/v1/embeds/${embed}/viewer-document`, `/embed/${embed}/quotes?unit=${asset.units[0]}`]) {
      const { status, body } = await open(path, BROWSER, limited);
      expect([status, body.code]).toEqual([429, 'rate_limit']);
    }
  });

  it('is served from memory until its document changes, and counts as several requests when it is rendered', async () => {
    await built();
    const render = jest.spyOn(app.app.get(ViewerProgram, { strict: false }), 'render');
    const onePage = async (query = '') => (await open(`/embed/${embed}${query}`)).text;
    try {
      const pages = new Set(await Promise.all(Array.from({ length: 8 }, () => onePage())));
      expect([pages.size, render.mock.calls.length]).toEqual([1, 1]);
      await onePage('?unit=101');
      await onePage('?unit=101&unknown=1');
      expect(render).toHaveBeenCalledTimes(2);
      const unit = { id: asset.units[0], asset_id: asset.id, unit_number: '101A' };
      expect((await app.put(`${asset.path}/units/${unit.id}`, unit)).status).toBe(200);
      await eventually(app, async () => expect((await onePage()).includes('101A')).toBe(true));
    } finally {
      render.mockRestore();
    }
    const limited = await app.replica({ RATE_LIMIT_PUBLIC: '400', RATE_LIMIT_STORE: 'memory' });
    const statuses: number[] = [];
    for (let unit = 0; unit < 30; unit++)
      statuses.push((await open(`/embed/${embed}?unit=${unit}`, {}, limited)).status);
    expect(statuses).toEqual([...Array<number>(19).fill(200), ...Array<number>(11).fill(429)]); // 21 each
  });

  it('says that the map is being built, and when to retry', async () => {
    await built();
    await app.sql('delete from viewer.asset_view where asset_id = $1', [asset.id]);
    const later = `update viewer.build_request set requested = requested + 1, attempts = $2,
      next_try_at = platform.now() + interval '1 hour' where asset_id = $1`;
    await app.sql(later, [asset.id, 0]);
    const { status, headers, text } = await open(`/embed/${embed}`);
    expect(status).toBe(503);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(dataOf(text).state).toBe('building');
    await app.sql(later, [asset.id, 1]);
    expect(dataOf((await open(`/embed/${embed}`)).text).state).toBe('failed');
    await app.post(`${asset.path}/caches/build`);
    await lookForBuilds(app);
    expect((await open(`/embed/${embed}`)).status).toBe(200);
  });
});

describe('A landing page', () => {
  it('has a preview picture of the plan, whose URL changes with it', async () => {
    await built();
    const { status, headers, text } = await open(`/share/${share}`);
    expect(status).toBe(200);
    expect(headers.get('x-robots-tag')).toBeNull();
    const { urls } = dataOf(text);
    expect(urls.canonical).toBe(`${app.base}/share/${share}`);
    const picture = await fetch(urls.preview);
    expect(picture.status).toBe(200);
    expect(picture.headers.get('content-type')).toBe('image/png');
    expect(picture.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
    expect(at(300, 200)[1]).toBeGreaterThan(at(300, 200)[0]! + 40); // the available unit is green
    expect(Math.min(...at(700, 200))).toBeGreaterThan(200); // the other unit is not

    const [, ofUnit] = /og:image" content="([^"]*)"/.exec((await open(`/share/${share}?unit=101&locale=de`)).text)!;
    expect(ofUnit).toBe(`${urls.preview}?unit=101&#38;locale=de`);
    const other = Buffer.from(await (await fetch(ofUnit!.replace('&#38;', '&'))).arrayBuffer());
    expect(await sharp(other).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
    expect(other.equals(bytes)).toBe(false);

    const old = await fetch(`${app.base}/share/${share}/preview-${'0'.repeat(16)}.png`, { redirect: 'manual' });
    expect([old.status, old.headers.get('location')]).toEqual([302, urls.preview]);
    for (const name of ['preview.png', 'preview-x.png', '%00'])
      expect((await open(`/share/${share}/${name}`)).status).toBe(404);
    expect((await open(`/share/aaaaaaaaaaa/preview-${'0'.repeat(16)}.png`)).status).toBe(404);
  });

  it('has a preview picture without the drawing if that is very large', async () => {
    const large = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60">
      <desc>${'x'.repeat(9_000_000)}</desc><path id="Unit-101" d="M0 0H100V60H0Z"/></svg>`;
    share = await givenLandingPage(app, asset, await givenMap(app, asset, 'Large', large), 'Large');
    await app.post(`${asset.path}/caches/build`);
    await lookForBuilds(app);
    const picture = await fetch(dataOf((await open(`/share/${share}`)).text).urls.preview);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('has a preview picture without the drawing if rendering takes too long', async () => {
    const levels = Array.from({ length: 8 }, (_, level) => {
      const masked = '<rect width="100" height="60" fill="#fff" MASK/>'.repeat(10);
      return `<mask id="m${level}">${masked.replaceAll('MASK', level > 0 ? `mask="url(#m${level - 1})"` : '')}</mask>`;
    });
    const slow = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60">${levels.join('')}
      <rect width="100" height="60" mask="url(#m7)"/><path id="Unit-101" d="M0 0H100V60H0Z"/></svg>`;
    share = await givenLandingPage(app, asset, await givenMap(app, asset, 'Slow', slow), 'Slow');
    await app.post(`${asset.path}/caches/build`);
    await lookForBuilds(app);
    const picture = await fetch(dataOf((await open(`/share/${share}`)).text).urls.preview);
    expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('shows the whole plan, even if the drawing extends beyond its page', async () => {
    const beyond = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60">
      <style>.up{transform:translate(-200px,-100px)}</style><symbol id="home" overflow="visible"><path d="M0 0H200V100H0Z"/></symbol>
      <g class="up"><use href="#home" id="Unit-101"/></g><use href="#home" id="Unit-102"/></svg>`;
    map = await givenMap(app, asset, 'Beyond', beyond);
    share = await givenLandingPage(app, asset, map, 'Beyond');
    // The page and the picture draw the outlines of the compiled map.
    const compiled = (await app.get(`${asset.path}/maps/${map}`)).body as { url: string };
    const { shapes } = (await (await fetch(compiled.url)).json()) as { shapes: { path: string }[] };
    const drawing = await app.app.get(QueryBus).execute(new FindMapDrawing(asset.id, map, 1_000_000));
    expect(drawing!.shapes.map(({ path }) => path)).toEqual(shapes.map(({ path }) => path));
    expect(shapes[0]!.path).toBe('M-200 -100L0 -100L0 0L-200 0Z');
    await app.post(`${asset.path}/caches/build`);
    await lookForBuilds(app);
    const picture = await fetch(dataOf((await open(`/share/${share}`)).text).urls.preview);
    const drawn = sharp(Buffer.from(await picture.arrayBuffer()))
      .removeAlpha()
      .raw();
    const { data, info } = await drawn.toBuffer({ resolveWithObject: true });
    const isGround = (x: number, y: number) => {
      const [red, green, blue] = data.subarray((y * info.width + x) * 3);
      return Math.max(Math.abs(red! - 0xf4), Math.abs(green! - 0xf6), Math.abs(blue! - 0xf8)) < 3;
    };
    expect([isGround(150, 100), isGround(1050, 450)]).toEqual([false, false]);
    const edge = Array.from({ length: info.width }, (_, x) => [isGround(x, 10), isGround(x, info.height - 10)]);
    expect(edge.flat()).not.toContain(false);
  });
});

describe('URLs of pages', () => {
  it('start with PUBLIC_URL and its path, even in documents that another process built, or with VIEWER_URL if pages are served elsewhere', async () => {
    await built();
    const publicUrl = 'https://api.example.com/maps';
    const behind = await app.replica({ PUBLIC_URL: publicUrl, DATA_DIR: mkdtempSync('/tmp/property-map-pages-') });
    const { text, headers } = await open(`/embed/${embed}`, {}, behind);
    expect(dataOf(text).urls).toMatchObject({
      self: `${publicUrl}/embed/${embed}`,
      canonical: `${publicUrl}/embed/${embed}`,
      document: `${publicUrl}/v1/embeds/${embed}/viewer-document`,
      assets: `${publicUrl}/embed-files/`,
    });
    expect(text).toMatch(new RegExp(`src="${publicUrl}/embed-files/`));
    expect(policyOf(headers)).toContain("img-src 'self' https://api.example.com data:");

    const document = await open(`/v1/embeds/${embed}/viewer-document`, {}, behind);
    expect(document.body.assets[0].maps[0].url).toMatch(
      /^https:\/\/api\.example\.com\/maps\/files\/[\da-f]{64}\.umap$/,
    );
    expect(dataOf(text).document).toEqual(document.body);
    const first = (await open(`/v1/embeds/${embed}/document`, {}, behind)).body.assets[0].maps[0];
    expect(first.url).toBe(document.body.assets[0].maps[0].url);
    const tags = [behind, app].map(async (on) => (await open(`/embed/${embed}`, {}, on)).headers.get('etag'));
    expect(await tags[0]).not.toBe(await tags[1]);
    expect((await open(`/v1/embeds/${embed}/viewer-document`)).body.assets[0].maps[0].url).toMatch(/^\/files\//);

    const viewerUrl = 'https://maps.example.com';
    const elsewhere = await app.replica({ PUBLIC_URL: publicUrl, VIEWER_URL: viewerUrl });
    const [listed] = (await elsewhere.get(`/v1/accounts/${account}/embeds`)).body.data;
    expect(listed.url).toBe(`${viewerUrl}/embed/${embed}`);
    const [page] = (await elsewhere.get(`${asset.path}/landing-pages`)).body.data;
    expect(page.url).toBe(`${viewerUrl}/share/${share}`);
    const made = await open(`/share/${share}`, {}, elsewhere);
    expect(dataOf(made.text).urls).toMatchObject({
      canonical: `${viewerUrl}/share/${share}`,
      document: `${publicUrl}/v1/landing-pages/${share}/viewer-document`,
    });
    expect(policyOf(made.headers)).toContain(
      'connect-src ' + "'self' https://api.example.com https://maps.example.com",
    );
  });
});
