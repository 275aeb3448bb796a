import { NO_HOST, type HostEvents, type HostPort } from '../../apps/viewer/src/host-api.js';
import { en } from '../../apps/viewer/src/i18n/en.js';
import { languageOf, LANGUAGES } from '../../apps/viewer/src/i18n/languages.js';
import { answerHost } from '../../apps/viewer/src/host-calls.js';
import { hostUnit } from '../../apps/viewer/src/model/catalog.js';
import { parseChoice, printChoice, valueText } from '../../apps/viewer/src/model/facets.js';
import { Phrases } from '../../apps/viewer/src/model/phrases.js';
import type { PageData } from '../../apps/viewer/src/page.js';
import { Store } from '../../apps/viewer/src/store.js';
import { makeAsset, makeDocument, TODAY } from './support/fixture.js';
import type { ViewerDocument } from '../../apps/viewer/src/document.js';

const urls = { self: '/embed/k', canonical: 'https://m/embed/k', document: '/d', assets: '/a/' };

function makeStore(
  options: PageData['options'] = {},
  document: ViewerDocument = makeDocument(),
  host: HostPort = NO_HOST,
) {
  const data: PageData = { document, state: document.state, options, locale: 'en-US', today: TODAY, urls, texts: en };
  return new Store(data, document, host);
}

const left = (store: Store) => store.left.value.map(({ unit }) => unit.number);

describe('Filters', () => {
  it.each([
    ['bedrooms:2', ['103', '104', '105', '106', '201', '202', '205', '206']],
    ['bedrooms:0|1;Floor:Level 1', ['101', '102', '107', '108']],
    ['move_in:2027-03-31;bedrooms:2', ['103', '104', '201', '202', '206']],
    ['availability:unavailable', ['106', '108', '205']],
    ['View:Court', ['101', '104']],
    ['Plan:o4;Rent:From $2,000', ['103', '104', '105', '201', '202', '206']],
    ['rent:to $2,000', ['101', '102', '107', '203', '207', '208']],
    ['Soon:Within 30 days;bedrooms:2', ['103', '201']],
    ['price:1900..2400', ['102', '104', '105', '203']],
    ['price:..1600', ['101', '207']],
    ['price:2700..;area:..703', ['202']],
    ['area:706.5..', ['207', '208']],
    ['price:..;area:cheap;price:1-2', makeAsset().units.map(({ number }) => number)],
    ['number:20', ['201', '202', '203', '204', '205', '206', '207', '208']],
    ['number:２０３', ['203']],
    ['nonsense:1;bedrooms:9;move_in:soon', makeAsset().units.map(({ number }) => number)],
  ])('%s leaves the matching homes', (filters, numbers) => {
    expect(left(makeStore({ filters }))).toEqual(numbers);
  });

  it('name the ones to drop when nothing is left, the most helpful first', () => {
    const store = makeStore({ filters: 'bedrooms:0;Rent:From $2,000;View:Court' });
    expect(left(store)).toEqual([]);
    expect(store.blockingFilters.value.map(({ facet, count }) => [facet.name, count])).toEqual([
      ['bedrooms', 1],
      ['Rent', 1],
    ]);
  });

  it('with one name are one facet for several assets', () => {
    const document = makeDocument((each) => {
      const other = makeAsset();
      for (const unit of other.units) unit.id = `z${unit.id}`;
      Object.assign(other, { id: 'a2', name: 'Mill' });
      other.filters[0]!.options[0]!.unit_ids = ['zu102'];
      each.assets.push(other);
    });
    const store = makeStore({ filters: 'View:Court' }, document);
    expect(store.facets.filter(({ name }) => name === 'View')).toHaveLength(1);
    expect(store.left.value.map(({ id }) => id)).toEqual(['u101', 'u104', 'zu102']);
  });

  it('of the asset replace those of every property, however they are written', () => {
    const document = makeDocument(({ assets: [asset] }) =>
      Object.assign(asset!.filters[0]!, { name: 'Bedrooms', label: 'Rooms' }),
    );
    const store = makeStore({}, document);
    expect(store.facets.map(({ name }) => name)).toEqual([
      ...['price', 'move_in', 'availability', 'area', 'number', 'Bedrooms', 'Floor', 'Plan', 'Rent', 'Soon'],
    ]);
    store.filter('Bedrooms', ['Court']);
    const filters = store.query(new URLSearchParams()).get('filters')!;
    expect(left(makeStore({ filters }, document))).toEqual(['101', '104']);
  });

  it('of an asset named move_in show their options, not a date', () => {
    const document = makeDocument(({ assets: [asset] }) => (asset!.filters.at(-1)!.name = 'move_in'));
    const store = makeStore({ filters: 'move_in:Within 30 days;bedrooms:2' }, document);
    expect(store.facets.find(({ name }) => name === 'move_in')).toMatchObject({
      options: [{ value: 'Within 30 days' }],
    });
    expect(left(store)).toEqual(['103', '201']);
  });

  it.each(['constructor', '__proto__'])('may be named %s', (name) => {
    const document = makeDocument(({ assets: [asset] }) => (asset!.filters[0]!.name = name));
    expect(left(makeStore({}, document))).toHaveLength(16);
    expect(left(makeStore({ filters: `${name}:Court` }, document))).toEqual(['101', '104']);
    const store = makeStore({}, document);
    store.filter(name, ['Court']);
    expect(left(store)).toEqual(['101', '104']);
    store.filter(name, []);
    expect(left(store)).toHaveLength(16);
  });

  it('with a minimum and a maximum are described in words, and set one end at a time', () => {
    const store = makeStore({ filters: 'price:1900..2400' });
    const priceFacet = store.facets.find(({ name }) => name === 'price')!;
    expect([priceFacet.range!.min, priceFacet.range!.max]).toEqual([1500, 2900]);
    const said = (value: string) => valueText(priceFacet, [value], store.phrases);
    expect(['1900..2400', '1900..', '..2400'].map(said)).toEqual(['$1,900 to $2,400', 'From $1,900', 'Up to $2,400']);
    expect(store.query(new URLSearchParams()).get('filters')).toBe('price:1900..2400');
  });

  it('of area are in the unit that visitors see', () => {
    const store = makeStore({ area_unit: 'sqm', filters: 'area:65..' });
    expect(left(store)).toEqual(['201', '202', '203', '204', '205', '206', '207', '208']);
    expect(
      valueText(
        store.facets.find(({ name }) => name === 'area')!,
        ['65..'],
        store.phrases,
      ),
    ).toBe('From 65\u00a0m²');
  });

  it('are written to the address, whatever their names contain', () => {
    const choice = { 'a:b;c': ['1|2', '50%'], ä: ['x'] };
    expect(parseChoice(printChoice(choice))).toEqual(choice);
    expect(parseChoice('broken%:1;none;:')).toEqual({ 'broken%': ['1'] });
  });
});

describe('The list', () => {
  const order = (options: PageData['options']) =>
    makeStore(options).groups.value.map(({ label, homes }) => [label, homes.map(({ unit }) => unit.number).join(' ')]);

  it('has the cheapest first, and those without a price last, by number', () => {
    expect(order({ filters: 'bedrooms:2', group: 'none' })).toEqual([['', '105 104 201 103 202 206 106 205']]);
  });

  it.each([
    ['-price', '206 202 103 201 104 105 106 205'],
    ['number', '103 104 105 106 201 202 205 206'],
    ['-number', '206 205 202 201 106 105 104 103'],
    ['-area', '206 205 202 201 106 105 104 103'],
    ['date', '201 103 202 104 206 105 106 205'],
    ['-date', '105 206 104 202 103 201 106 205'],
  ] as const)('is sorted by %s, with the homes that have no such value last', (sort, numbers) => {
    expect(order({ filters: 'bedrooms:2', group: 'none', sort })).toEqual([['', numbers]]);
  });

  it('groups by floor, by plan or not at all, in any order', () => {
    expect(order({ sort: 'number' })[1]).toEqual(['Level 2', '201 202 203 204 205 206 207 208']);
    expect(order({ sort: 'area', group: 'floor_plan' }).map(([label]) => label)).toEqual(['S1', 'A1', 'B1']);
    expect(makeStore().groups.value.map(({ cheapest }) => cheapest?.unit.price)).toEqual([1500, 1600]);
  });

  it('is grouped by building only if there are several', () => {
    const [one, two] = [makeDocument(), makeDocument()];
    two.assets[0]!.buildings.push({ id: 'b2', name: 'Annex', label: 'Annex' });
    const groupings = [one, two].map((document) => makeStore({ group: 'building' }, document).grouping.value);
    expect(groupings).toEqual(['floor', 'building']);
  });

  it('finds the cheapest two-bedroom that is free in March', () => {
    expect(order({ filters: 'bedrooms:2;move_in:2027-03-31', group: 'none' })[0]![1]).toMatch(/^104 /);
  });
});

describe('A text', () => {
  const phrases = (locale: string, overrides = {}) =>
    new Phrases(locale, LANGUAGES[languageOf(locale)]!, TODAY, overrides);
  const asset = makeAsset();
  const plain = (text: string) => text.replace(/\s/g, ' ');

  it.each([
    ['en-US', { availability: 'available' }, 'Available now'],
    ['en-US', { availability: 'upcoming', available_on: '2026-12-15' }, 'From Dec 15'],
    ['en-US', { availability: 'upcoming', available_on: '2027-03-01' }, 'From Mar 1, 2027'],
    ['en-US', { availability: 'unavailable' }, 'Not available'],
    ['en-US', { availability: 'available', state: 'available' }, 'Available now'],
    ['en-US', { availability: 'available', status: 'Vacant ready' }, 'Available now · Vacant ready'],
    ['en-US', { availability: 'unavailable', state: 'sold' }, 'Sold'],
    [
      'fr',
      { availability: 'upcoming', available_on: '2026-12-15', state: 'on_notice' },
      'Préavis donné · À partir du 15 déc.',
    ],
    ['de', { availability: 'available', state: 'coming_soon' }, 'Demnächst'],
    ['de', { availability: 'upcoming', available_on: '2026-12-15' }, 'Ab 15. Dez.'],
    ['de-AT', { availability: 'unavailable' }, 'Nicht verfügbar'],
  ] as const)('in %s of %j: %s', (locale, unit, text) => {
    expect(phrases(locale).availability({ unit, asset })).toBe(text);
  });

  it('says nothing of availability where nothing is published', () => {
    const home = { unit: { availability: 'unavailable' as const }, asset: { ...asset, state: 'empty' as const } };
    expect(phrases('en-US').availability(home)).toBe('Ask for availability');
    expect(phrases('de').availability(home)).toBe('Verfügbarkeit auf Anfrage');
  });

  it('with money or area follows the locale, the asset and the options', () => {
    expect(plain(phrases('en-US').money(asset, 1500))).toBe('$1,500');
    expect(plain(phrases('de-DE').money({ ...asset, currency: 'EUR' }, 1500))).toBe('1.500 €');
    expect(plain(phrases('en-US', { currency: 'USD' }).money(asset, 1500))).toBe('$1,500');
    expect(plain(phrases('en-CA', { currency: 'CAD' }).money(asset, 1500))).toBe('USD 1,500');
    expect(phrases('en-US').area(asset, 1204)).toBe('1,204\u00a0sq\u00a0ft'); // one word, which no line breaks
    expect(plain(phrases('de-DE', { area_unit: 'sqm' }).area(asset, 12040))).toBe('1.119 m²');
    expect(phrases('en-US', { area_unit: 'sqft' }).area({ ...asset, area_unit: 'sqm' }, 100)).toBe(
      '1,076\u00a0sq\u00a0ft',
    );
  });

  it('uses the plural rules of its own language, not of the locale', () => {
    expect(phrases('en-US').rooms(asset.floor_plans[0]!)).toBe('Studio · 1 bath');
    expect(phrases('en-US').rooms(asset.floor_plans[2]!)).toBe('2 bedrooms · 1.5 baths');
    expect(phrases('de').rooms(asset.floor_plans[2]!)).toBe('2 Schlafzimmer · 1,5 Bäder');
    expect(phrases('ja').rooms(asset.floor_plans[0]!)).toBe('Studio · 1 bath');
    expect(phrases('fr').counted('homes', 0)).toBe('0 logement');
    expect(phrases('fr').counted('homes', 2)).toBe('2 logements');
  });

  it('falls back to English without a translation, and accepts invalid locales', () => {
    expect(phrases('ja').text('close')).toBe('Close');
    expect(phrases('<script>').bedrooms(2)).toBe('2 bedrooms');
    expect(languageOf('constructor')).toBe('en');
    expect(['zh', 'zh-CN', 'zh-SG', 'zh-Hans', 'zh-TW', 'zh-Hant', 'fr-CA', 'es-419'].map(languageOf)).toEqual([
      ...['zh', 'zh', 'zh', 'zh', 'en', 'en', 'fr', 'es'],
    ]);
  });

  it.each(Object.entries(LANGUAGES))(
    'is complete in %s: every text, with the same places to fill in',
    (name, texts) => {
      expect(texts.language).toBe(name);
      const places = (text: unknown) => (JSON.stringify(text).match(/\{\w+\}/g) ?? []).sort();
      for (const key of Object.keys(en) as (keyof typeof en)[]) {
        expect([key, places(texts[key])]).toEqual([key, places(en[key])]);
        expect(typeof texts[key]).toBe(typeof en[key]);
      }
      expect(Object.keys(texts)).toEqual(Object.keys(en));
    },
  );
});

describe('A host', () => {
  function hosted() {
    const events: [string, unknown][] = [];
    const host: HostPort = {
      emit: <E extends keyof HostEvents>(event: E, payload: HostEvents[E]) => void events.push([event, payload]),
      onCall: () => undefined,
    };
    const store = makeStore({}, makeDocument(), host);
    let isDown = false;
    const calls = answerHost(store, () => (isDown = true));
    return { calls, store, events, isDown: () => isDown };
  }

  it('selects by number or id, and reports when there is none', () => {
    const { calls, store, events } = hosted();
    expect([calls.select('205'), store.home.value?.id, store.sheet.value?.id]).toEqual([true, 'u205', 'map2']);
    expect([calls.select('u101'), store.home.value?.id, store.sheet.value?.id]).toEqual([true, 'u101', 'map1']);
    expect([calls.select('999'), store.home.value?.id]).toEqual([false, 'u101']);
    expect(events).toEqual([]); // changes by the page itself are no clicks
  });

  it('gets `available_on` for upcoming units only', () => {
    const { catalog } = makeStore();
    const units = ['101', '103', '106'].map((number) => hostUnit(catalog.find(number)!));
    expect(units.map(({ availability, available_on }) => [availability, available_on])).toEqual([
      ['available', undefined],
      ['upcoming', '2026-12-15'],
      ['unavailable', undefined],
    ]);
  });

  it('sets and clears filters, all of them or none', () => {
    const { calls, store, events } = hosted();
    expect(calls.setFilters({ bedrooms: ['2 bedrooms'], Floor: ['o2'] })).toBe(true);
    expect(left(store)).toEqual(['103', '104', '105', '106']);
    expect(calls.setFilters({ bedrooms: ['0'], nothing: ['1'] })).toBe(false);
    expect(left(store)).toHaveLength(4);
    expect(calls.setFilters({})).toBe(true);
    expect(events.map(([, payload]) => payload)).toEqual([
      { filters: { bedrooms: ['2'], Floor: ['Level 1'] }, count: 4 },
      { filters: {}, count: 16 },
    ]);
  });

  it('leaves only the homes that it names, until it names none', () => {
    const { calls, store } = hosted();
    calls.setUnitNumberMatches(['104', ' 201 ', 'x']);
    expect(left(store)).toEqual(['104', '201']);
    calls.setUnitNumberMatches(null);
    expect(left(store)).toHaveLength(16);
  });

  it('that leaves no home gets a text that does not blame filters', () => {
    const { calls, store } = hosted();
    calls.setUnitNumberMatches(['999']);
    expect([store.announcement.value, store.noneLeft()]).toEqual(Array(2).fill('There are no homes to show.'));
    calls.setFilters({ bedrooms: ['2'] });
    expect([store.announcement.value, store.noneLeft()]).toEqual(Array(2).fill('No home fits these filters.'));
  });

  it('hides parts, shows floors by any of their names, and destroys the viewer', () => {
    const { calls, store, isDown } = hosted();
    expect([calls.disableUI(['filters']), store.shows('filters'), store.shows('list')]).toEqual([true, false, true]);
    for (const name of ['Level 2', 'L2', 'f2', 'map2']) {
      store.showSheet('map1');
      expect([calls.showFloor(name), store.sheetId.value]).toEqual([true, 'map2']);
    }
    expect(calls.showFloor('Level 3')).toBe(false);
    expect([calls.destroy(), isDown()]).toEqual([true, true]);
  });

  it('may send any value to any call', () => {
    const { calls, store } = hosted();
    const junk = [undefined, null, 7, 'x', [1], { a: 1 }, { bedrooms: 2 }] as never[];
    for (const each of junk) {
      calls.setFilters(each);
      calls.setUnitNumberMatches(each);
      calls.disableUI(each);
      calls.showFloor(each);
    }
    calls.setUnitNumberMatches(null);
    expect(left(store)).toHaveLength(16);
  });
});

describe('The first view', () => {
  it.each([
    [{}, 'map1', undefined],
    [{ floor: 'L2' }, 'map2', undefined],
    [{ instance: 'f2-main' }, 'map2', undefined],
    [{ unit: '205' }, 'map2', 'u205'],
    [{ unit: 'nobody', floor: 'nowhere' }, 'map1', undefined],
  ])('of %j', (options, sheet, home) => {
    const store = makeStore(options);
    expect([store.sheetId.value, store.home.value?.id]).toEqual([sheet, home]);
  });

  it('round-trips through the address', () => {
    const store = makeStore({ unit: '205', filters: 'bedrooms:2', sort: 'area' });
    const query = store.query(new URLSearchParams('theme.accent=%23005&unit=1'));
    expect(Object.fromEntries(query)).toEqual({
      'theme.accent': '#005',
      unit: '205',
      floor: 'map2',
      filters: 'bedrooms:2',
      sort: 'area',
    });
  });
});

describe('Filters and floors', () => {
  it('agree: the plan shows the floor of the matches, and each floor shows their number', () => {
    const store = makeStore();
    expect(store.matches.value).toBeUndefined();
    store.filter('number', ['20']);
    expect([store.sheetId.value, store.announcement.value]).toEqual(['map2', '8 homes, Level 2']);
    expect([...store.matches.value!]).toEqual([
      ['map1', 0],
      ['map2', 8],
    ]);
    store.filter('number', ['4']);
    expect([store.sheetId.value, store.announcement.value]).toEqual(['map2', '2 homes']);
    store.filter('number', ['none']);
    expect(store.sheetId.value).toBe('map2');
    store.choose({});
    expect(store.matches.value).toBeUndefined();
  });

  it('agree when an address has filters, unless it names the floor or a home', () => {
    const filters = 'number:20';
    expect(makeStore({ filters }).sheetId.value).toBe('map2');
    expect(makeStore({ filters, floor: 'L1' }).sheetId.value).toBe('map1');
    expect(makeStore({ filters, unit: '104' }).sheetId.value).toBe('map1');
  });
});

describe('The floor in the address', () => {
  const named = (number: number) => ({ name: `${number}`, label: `Floor ${number}`, short_label: `F${number}` });
  /** The floors 2 and 1 on the maps 1 and 2. */
  const document = makeDocument(({ assets: [asset] }) => {
    asset!.maps.forEach((map, index) => (map.id = String(index + 1)));
    asset!.floors.forEach((floor, index) => Object.assign(floor, named(2 - index)));
  });

  it('is the displayed one, even if the id of its map is the name of another', () => {
    for (const sheet of makeStore({}, document).catalog.sheets) {
      const store = makeStore({}, document);
      store.showSheet(sheet.id);
      const floor = store.query(new URLSearchParams()).get('floor') ?? undefined;
      expect(makeStore({ floor }, document).sheetId.value).toBe(sheet.id);
    }
  });

  it('is found by its name before the id of another', () => {
    for (const floor of ['1', '2', 'Floor 1', 'f2'])
      expect(makeStore({ floor }, document).sheet.value?.label).toBe(`Floor ${floor.at(-1)}`);
  });

  it('is the first of the map only if the address names no other map', () => {
    const store = makeStore({ instance: 'f2-main' });
    expect(store.query(new URLSearchParams()).get('floor')).toBeNull();
    store.showSheet('map1');
    expect(store.query(new URLSearchParams()).get('floor')).toBe('map1');
  });
});

it('identifies a home by its number, by its id if another home has the number, and by id:ID if that is a number too', () => {
  const document = makeDocument();
  const [first, second, , fourth, fifth] = document.assets[0]!.units;
  Object.assign(second!, { number: first!.number, price: 9_000 });
  Object.assign(fourth!, { number: first!.number, id: fifth!.number });
  const store = makeStore({}, document);
  for (const home of store.catalog.homes) {
    store.select(home.id, 'host');
    const opened = makeStore({ unit: store.query(new URLSearchParams()).get('unit')! }, document);
    expect(opened.home.value?.id).toBe(home.id);
  }
  const names = store.catalog.homes.slice(0, 5).map((home) => store.catalog.nameOf(home));
  expect(names).toEqual(['101', 'u102', '103', 'id:105', '105']);
});

it('opens the unit with a number even if it is the id of another', () => {
  const document = makeDocument();
  const [first, second] = document.assets[0]!.units;
  second!.id = first!.number;
  const { catalog } = makeStore({}, document);
  expect(catalog.find(first!.number)!.id).toBe(first!.id);
  expect(catalog.find(first!.id)!.id).toBe(first!.id);
});
