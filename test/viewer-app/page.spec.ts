import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { DOCUMENTS, HOSTILE, largeDocument, makeAsset, makeDocument } from './support/fixture.js';
import { BUILD, loadRenderPage, pageRequest, readManifest, type RenderPage } from './support/site.js';

let renderPage: RenderPage;
beforeAll(async () => {
  renderPage = await loadRenderPage();
});

const page = (given: Parameters<typeof pageRequest>[0] = {}) => renderPage(pageRequest(given));
const live = (given: Parameters<typeof pageRequest>[0] = {}) => page({ document: makeDocument(), ...given }).html;
const jsonOf = (html: string, type: string) =>
  JSON.parse(new RegExp(`<script type="application/${type}"[^>]*>([^<]*)</script>`).exec(html)![1]!) as Record<
    string,
    unknown
  >;

type Node = Record<string, unknown> & { '@id': string; name: string };
interface Listing {
  about: { accommodationFloorPlan: Node[]; containsPlace: Node[] };
  offers: { offers: (Node & { itemOffered: Node })[] };
}

describe('A page', () => {
  it('lists every home with its link before any script runs', () => {
    const html = live();
    for (const { number } of makeDocument().assets[0]!.units) expect(html).toContain(`href="?unit=${number}"`);
    expect(html).toContain('From Mar 1, 2027');
    expect(html).toContain('$2,400');
  });

  it('keeps the options of its host in its links', () => {
    const theme = { accent: '#0b57d0' };
    const html = live({ options: { unit: '104', sort: 'area', locale: 'de', hide_apply_button: true, theme } });
    const kept = 'locale=de&amp;hide_apply_button=true&amp;theme.accent=%230b57d0';
    for (const link of [`?${kept}&amp;unit=101`, `?${kept}&amp;floor=map2`, `?${kept}`])
      expect(html).toContain(`href="${link}"`);
    expect(live({ options: { unit: '104' } })).toContain('<a class="tool" href="/embed/k">');
  });

  it('is headed by the logo of its property, or by its own name beside the logos of several properties', () => {
    const headingOf = (html: string) => /<h1>(.*?)<\/h1>/.exec(html)![1];
    const withLogos = (...logos: string[]) =>
      makeDocument((document) => {
        document.name = 'Harbour Homes';
        document.assets = logos.map((logo_url, at) => ({ ...makeAsset(), id: `a${at}`, logo_url }));
      });
    const [logo, other] = ['<img class="logo" src="/a.png"', '<img class="logo" src="/b.png"'];
    expect(headingOf(page({ document: withLogos('/a.png') }).html)).toBe(`${logo} alt="Rope Works"/>`);
    const common = headingOf(page({ document: withLogos('/a.png', '/a.png') }).html);
    expect(common).toBe(`${logo} alt/>Harbour Homes`);
    const several = headingOf(page({ document: withLogos('/a.png', '/b.png') }).html);
    expect(several).toBe(`${logo} alt/>${other} alt/>Harbour Homes`);
  });

  it('of several properties lists their floors by floor and property, and has the accent of the first', () => {
    const document = makeDocument((made) => {
      made.assets = ['Rope Works', 'Sail Loft'].map((name, at) => ({ ...makeAsset(), id: `a${at}`, name }));
      for (const each of [...made.assets[1]!.maps, ...made.assets[1]!.units]) each.id += 'b';
      made.assets[0]!.accent_color = '#123456';
      made.assets[1]!.accent_color = '#654321';
    });
    const { html } = page({ document });
    const floors = [...html.matchAll(/<option[^>]*>(Level[^<]*)<\/option>/g)].map(([, text]) => text);
    const named = ['Level 1 · Rope Works', 'Level 2 · Rope Works', 'Level 1 · Sail Loft', 'Level 2 · Sail Loft'];
    expect(floors).toEqual(named);
    expect(html).toContain('--accent:#123456');
    expect(html).not.toContain('#654321;');
  });

  it.each([
    ['en-US', 'USD', '$', '', '', ' sq ft'],
    ['de-DE', 'EUR', '', ' €', '', ' sq ft'],
    ['es-MX', 'MXN', '$', '', '', ' ft²'],
    ['fr-FR', 'EUR', '', ' €', '', ' pi²'],
    ['zh-CN', 'CNY', '¥', '', '', ' 平方英尺'],
    ['de-CH', 'CHF', 'CHF ', '', '', ' sq ft'],
  ])(
    'in %s shows %s beside the ends of a price, and the unit beside those of an area',
    (locale, currency, ...texts) => {
      const document = makeDocument(({ assets: [asset] }) => (asset!.currency = currency));
      const html = live({ document, locale }).replace(/[\u00a0\u202f]/g, ' ');
      const fields = [...html.matchAll(/<span class="amount">(.*?)<input [^>]*>(.*?)<\/span>/g)].map(
        ([, ...each]) => each,
      );
      const [before, after, beforeArea, afterArea] = texts;
      const [price, area] = [
        [before, after],
        [beforeArea, afterArea],
      ];
      // each in the popover of its chip, if it has one, and in the dialog
      expect(fields).toEqual([price, price, price, price, area, area]);
    },
  );

  it('shows a home without a script', () => {
    const html = live({ options: { unit: '104' } });
    expect(html).toContain('Unit 104');
    expect(html).toContain('One month free.');
    expect(html).toContain('https://example.com/apply');
    expect(live({ options: { unit: '104', hide_apply_button: true } })).not.toContain('>Apply');
  });

  it('shows the state of a home in its language, wherever it shows the home', () => {
    const document = makeDocument(({ assets: [asset] }) => {
      Object.assign(
        asset!.units.find(({ number }) => number === '104')!,
        { availability: 'unavailable', state: 'reserved' },
      );
    });
    const html = live({ document, options: { unit: '104' }, locale: 'fr' });
    expect(html).toContain('<b>Réservé</b>');
    expect(html.replace(/<script[^]*?<\/script>/g, '').split('Réservé').length).toBeGreaterThan(2);
  });

  it('says that the home of a dead link is gone', () => {
    expect(live({ options: { unit: '999' } })).toContain('<p class="notice">Unit 999 is no longer on this map.</p>');
  });

  it('describes itself to messengers and search engines', () => {
    const preview = 'https://maps.example.com/files/p.png';
    const html = live({ urls: { ...pageRequest().urls, preview } });
    expect(html).toContain('<title>Rope Works: map and availability</title>');
    expect(html).toContain(`<meta property="og:image" content="${preview}">`);
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image">');
    expect(html).toContain('<link rel="canonical" href="https://maps.example.com/embed/k">');
    expect(html).toContain('<meta property="og:url" content="https://maps.example.com/embed/k">');
    const ofUnit = live({ options: { unit: '104' } });
    expect(ofUnit).toContain('<title>Unit 104 · Rope Works</title>');
    expect(ofUnit).toContain('<meta property="og:url" content="https://maps.example.com/embed/k?unit=104">');
  });

  it('describes its homes, plans and prices to machines behind the content, and not in a frame', () => {
    const html = live();
    expect(html.indexOf('ld+json')).toBeGreaterThan(html.indexOf('viewer-data'));
    const listing = jsonOf(html, 'ld\\+json') as unknown as Listing;
    const { about, offers } = listing;
    expect(listing).toMatchObject({ '@type': 'RealEstateListing', name: 'Rope Works' });
    expect(about).toMatchObject({
      '@type': 'ApartmentComplex',
      numberOfAccommodationUnits: { value: 16 },
      numberOfAvailableAccommodationUnits: { value: 6 },
    });
    expect(about.accommodationFloorPlan.map(({ name }) => name)).toEqual(['S1', 'A1', 'B1']);
    expect(about.accommodationFloorPlan[2]).toMatchObject({
      '@type': 'FloorPlan',
      numberOfBedrooms: 2,
      floorSize: { minValue: 603, maxValue: 706, unitCode: 'FTK' },
      numberOfAccommodationUnits: { value: 8 },
      numberOfAvailableAccommodationUnits: { value: 1 },
    });
    expect(about.containsPlace).toHaveLength(16);
    expect(offers).toMatchObject({
      '@type': 'AggregateOffer',
      priceCurrency: 'USD',
      lowPrice: 1500,
      highPrice: 2900,
      offerCount: 12,
    });
    const offer = offers.offers.find(({ name }) => name === '104')!;
    expect(offer).toMatchObject({ price: 2400, availability: 'https://schema.org/PreOrder' });
    expect(about.containsPlace.find((place) => place['@id'] === offer.itemOffered['@id'])).toMatchObject({
      '@type': 'Apartment',
      name: '104',
      numberOfBedrooms: 2,
      accommodationFloorPlan: { '@id': about.accommodationFloorPlan[2]!['@id'] },
    });
    expect(live({ options: { disable_structured_data: true } })).not.toContain('ld+json');
    expect(live({ is_framed: true })).not.toContain('ld+json');
  });

  it('describes at most 200 homes of a large property, and counts them all', () => {
    const document = largeDocument(3000);
    const [, text] = /<script type="application\/ld\+json">([^<]*)</.exec(page({ document }).html)!;
    const { about, offers } = JSON.parse(text!) as Listing;
    expect([about.containsPlace.length, offers.offers.length]).toEqual([200, 200]);
    expect(about).toMatchObject({ numberOfAccommodationUnits: { value: 3000 } });
    expect(offers).toMatchObject({ lowPrice: 2001, highPrice: 5000, offerCount: 3000 });
    expect(offers.offers[0]).toMatchObject({ price: 2001 });
    expect(text!.length).toBeLessThan(200_000);
  });

  it('has rows for the first homes of a large property, and for an open one with its neighbours', () => {
    const rows = (options: { unit?: string }) => {
      const { html } = page({ document: largeDocument(3000), options });
      const [shown, later] = [/<li data-home="(\w+)"/g, /data-homes="([^"]*)"/g].map((each) =>
        [...html.matchAll(each)].flatMap(([, ids]) => ids!.split(' ')),
      );
      expect(new Set([...shown!, ...later!]).size).toBe(3000);
      expect(shown!.length + later!.length).toBe(3000);
      return shown!;
    };
    expect(rows({})).toHaveLength(150);
    expect(rows({ unit: '7' })).toHaveLength(200);
    expect(rows({ unit: '7' })).toContain('n7');
    expect(rows({ unit: '2999' })).toHaveLength(150);
  });

  it('has no price, in any form, when prices are hidden', () => {
    const html = page({ document: makeDocument(DOCUMENTS['hidden']), state: 'hidden' }).html;
    expect(html).not.toMatch(/2,?400|"offers"/);
    expect(html).toContain('Prices are not published');
  });

  it('names each property with missing, hidden or stale prices', () => {
    const document = makeDocument((each) => {
      each.assets = (['live', 'empty', 'stale'] as const).map((state, i) => ({
        ...makeAsset(),
        id: `a${i}`,
        name: ['Alpha', 'Beta', 'Gamma'][i]!,
        state,
      }));
      each.state = 'empty';
    });
    const [, notice] = /<p class="notice">([^<]*)</.exec(page({ document }).html)!;
    expect(notice!.replace(/\s/g, ' ')).toBe(
      'Beta: No prices or availability have been published yet. ' +
        'Gamma: These prices are from Nov 22, 2026, 4:30 AM EST and may have changed.',
    );
  });

  it('shows how to reach the leasing office in its head, on each card, and where it asks to contact it', () => {
    const ways = (html: string, from: string) => {
      const [part] = html.slice(html.indexOf(from)).split(/<\/(?:p|header)>/, 2);
      return [...part!.matchAll(/href="((?:tel|mailto|https):[^"]*)"/g)].map(([, href]) => href);
    };
    const mail = (subject: string) => `mailto:leasing@example.com?subject=${encodeURIComponent(subject)}`;
    const [phone, contact] = ['tel:+12125550134', 'https://example.com/contact'];
    const directions = 'https://www.google.com/maps/dir/?api=1&amp;destination=1+Quay+Street';
    const page104 = live({ options: { unit: '104' } });
    const hidden = page({ document: makeDocument(DOCUMENTS['hidden']), state: 'hidden' }).html;

    expect(ways(page104, '<p class="ways">')).toEqual([phone, mail('Rope Works'), contact, directions]);
    expect(ways(hidden, '<p class="asking ways">')).toEqual([phone, mail('Rope Works'), contact, directions]);
    const card = page104.slice(page104.indexOf('class="panel"'));
    expect(ways(card, '<p class="ways">')).toEqual([phone, mail('Unit 104 · Rope Works'), contact, directions]);
    expect(card).toContain('Monday to Friday, 9 a.m. to 6 p.m.');
  });

  it('tells when an unavailable home is free, by a mail or a link of the property', () => {
    const card = (unit: string, change?: Parameters<typeof makeDocument>[0]) => {
      const html = page({ document: makeDocument(change), options: { unit } }).html;
      return html.slice(html.indexOf('class="panel"'), html.indexOf('role="status"'));
    };
    const subject = encodeURIComponent('Tell me when it is free · Unit 106 · Rope Works');
    expect(card('106')).toContain(`href="mailto:leasing@example.com?subject=${subject}"`);
    expect(card('104')).not.toContain('Tell me when it is free');

    const own = card('106', ({ assets: [asset] }) => {
      Object.assign(asset!.unit_links[1]!, { label: 'Waiting list', shown_for: 'unavailable' });
      Object.assign(asset!.unit_links[0]!, { shown_for: 'available', urls: { u106: '/elsewhere' } });
    });
    expect(own).toContain('Waiting list');
    expect(own).not.toMatch(/Tell me when it is free|>Tour</);
    const nobody = card('106', ({ assets: [asset] }) => delete asset!.contact);
    expect(nobody).toContain('Directions');
    expect(nobody).not.toMatch(/mailto:|tel:|Tell me/);
  });

  it.each([
    ['building', 503, 'This map is being built'],
    ['failed', 503, 'could not be loaded'],
    ['busy', 429, 'too many requests'],
    ['not_found', 404, 'There is no map at this address'],
  ] as const)('without a document says why: %s', (state, status, text) => {
    const answer = page({ state });
    expect(answer.status).toBe(status);
    expect(answer.html).toContain(text);
    expect(answer.html).toContain('<meta name="robots" content="noindex">');
  });

  it('is in the language of its reader', () => {
    expect(live({ locale: 'de-DE' })).toContain('<html lang="de">');
    expect(live({ locale: 'de-DE' })).toContain('Sofort frei');
    expect(live({ locale: 'zh-CN' })).toContain('<html lang="zh">');
    expect(live({ locale: 'zh-CN' })).toContain('现可入住');
  });

  it('is wholly in English for a reader of another language, dates and numbers too', () => {
    for (const locale of ['ja', 'pt-BR', 'zh-TW', 'ar', 'ar-EG', 'fa-IR', 'he-IL', 'ur', 'pa-Arab', 'ar-u-nu-arab'])
      expect(live({ locale })).toBe(live({ locale: 'en' }));
    expect(page({ state: 'not_found', locale: 'ar' })).toEqual(page({ state: 'not_found', locale: 'en' }));
    expect(live({ locale: 'fr' })).toContain('À partir du 1 mars 2027');
    expect(live({ locale: 'de-AT' })).toContain('Ab 01.03.2027');
  });

  it('runs and styles nothing of others', () => {
    for (const [name, change] of Object.entries(DOCUMENTS)) {
      const { html } = page({
        document: makeDocument(change),
        options: { unit: name === 'hostile' ? 'u101' : '104', theme: { font: '</style><script>' } },
        locale: '"><script>',
        nonce: 'n',
      });
      const tags = [...html.matchAll(/<(script|style)\b([^>]*)>/g)].map(([, tag, attributes]) => `${tag}${attributes}`);
      expect(tags).toEqual([
        'style nonce="n"',
        `script type="module" src="/embed-files/${readManifest().script}"`,
        'script type="application/json" id="viewer-data"',
        'script type="application/ld+json"',
      ]);
      expect(html.replace(/<script type="application[^]*?<\/script>/g, '')).not.toMatch(/<[^>"]*\s(on\w+|style)=/);
    }
  });

  it('shows hostile texts as texts', () => {
    const html = page({ document: makeDocument(DOCUMENTS['hostile']) }).html;
    expect(html).not.toContain('<img src=x');
    const data = jsonOf(html, 'json') as { document: { assets: { name: string }[] } };
    expect(data.document.assets[0]!.name).toBe(HOSTILE);
  });
});

describe('A file that browsers load', () => {
  const manifest = readManifest();
  const gzipped = (name: string) => gzipSync(readFileSync(join(BUILD, 'client', name)), { level: 9 }).length;

  it.each([
    ['script', 35_000],
    ['style', 8_000],
    ['loader', 3_000],
  ] as const)('as %s is at most %i bytes', (name, most) => {
    const all = [manifest[name], ...(name === 'script' ? manifest.imports : [])];
    expect(all.reduce((sum, each) => sum + gzipped(each), 0)).toBeLessThanOrEqual(most);
  });

  it('is named by its hash, and requests nothing from third parties', () => {
    const names = readdirSync(join(BUILD, 'client')).filter((name) => /\.(js|css)$/.test(name));
    expect(names).toEqual(expect.arrayContaining([manifest.script, ...manifest.imports]));
    for (const name of names) expect(name).toMatch(/-[A-Z0-9]{8}\.(js|css)$/);
    const code = names
      .filter((name) => name !== manifest.loader)
      .map((name) => readFileSync(join(BUILD, 'client', name), 'utf8'))
      .join('\n');
    const addresses = code.match(/https?:\/\/[\w.-]+/g) ?? [];
    expect(addresses.filter((url) => url !== 'http://www.w3.org')).toEqual([]); // XML namespaces
    expect(code).not.toMatch(/localStorage|sessionStorage|document\.cookie|@import|eval\(/);
  });
});
