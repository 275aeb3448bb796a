import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SentEntry } from '@app/pricing/contract';
import { mitsAsset } from '../../apps/cli/src/import/mits/mits-asset.js';
import { mitsOptions } from '../../apps/cli/src/import/mits/mits-options.js';
import { mitsProperties } from '../../apps/cli/src/import/mits/mits-properties.js';
import { mitsRents } from '../../apps/cli/src/import/mits/mits-rents.js';
import { MEANINGS, meaningOf, STATUS_WORDS } from '../../apps/cli/src/import/mits/status-words.js';
import { Rejects } from '../../apps/cli/src/import/rejects.js';

/** The prices of MITS feeds. Nothing is sent, so no database is needed. */

let folder: string;

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'property-map-mits-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const DAY_MS = 86_400_000;
/** A date some days from today. */
const day = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

/** `<VacateDate Month="1" Day="15" Year="2027"/>` */
function dated(name: string, date: string): string {
  const [year, month, dayOfMonth] = date.split('-').map(Number);
  return `<${name} Month="${month}" Day="${dayOfMonth}" Year="${year}"/>`;
}

const vacated = (date: string): string => `<Availability>${dated('VacateDate', date)}</Availability>`;
const READY = `<Availability>${dated('MadeReadyDate', day(30))}</Availability>`;

interface Unit {
  id?: string;
  number?: string;
  /** elements of the Unit */
  details?: string;
  /** elements of the ILS_Unit */
  rest?: string;
}

/** @param more elements of the property */
const feed = (units: readonly Unit[], more = ''): string => `<PhysicalProperty><Property IDValue="p1">${more}
  <PropertyID><MarketingName>Court</MarketingName><Address><AddressLine1>1 Test St</AddressLine1><City>Tempe</City><State>AZ</State>
  <PostalCode>85281</PostalCode><Country>USA</Country></Address></PropertyID>
  <Floorplan IDValue="f1"><Name>One</Name><Room RoomType="Bedroom"><Count>1</Count></Room><Room RoomType="Bathroom"><Count>1</Count></Room></Floorplan>
  ${units
    .map(
      ({ id = '1', number = `N${id}`, details = '', rest = READY }) => `<ILS_Unit IDValue="${id}"><Units><Unit>
    <MarketingName>${number}</MarketingName><MinSquareFeet>600</MinSquareFeet><FloorplanID IDValue="f1"/>${details}</Unit></Units>
    ${rest.includes('<Pricing>') ? '' : '<EffectiveRent Min="1500" Max="1500"/>'}${rest}</ILS_Unit>`,
    )
    .join('\n')}
  </Property></PhysicalProperty>`;

interface Read {
  entries: SentEntry[];
  unavailable: Record<string, number>;
  /** lists of the asset, such as its expenses */
  asset: Record<string, Record<string, unknown>[]>;
  errors: string;
}

async function read(text: string | Buffer, options: Record<string, string> = {}): Promise<Read> {
  const path = join(folder, 'feed.xml');
  writeFileSync(path, text);
  let errors = '';
  const io = { err: (line: string) => (errors += `${line}\n`), out: raise, rewrite: undefined, colors: false };
  const rejects = new Rejects({ ...io, env: {}, signal: new AbortController().signal }, path, undefined);
  const input = { building: 'A', floor: '1', market: 'multifamily', ...options };
  const flags = { 'without-fees': 'without-fees' in options };
  const stated = mitsOptions('import mits', { options: input, flags, parameters: [path] });
  for await (const property of mitsProperties(path)) {
    const asset = mitsAsset(property, stated, rejects)!;
    const { entries, unavailable } = mitsRents(asset.priced, stated, rejects);
    rejects.close();
    const { assets } = asset.draft.declaration(path).value as { assets: [Read['asset']] };
    return { entries, unavailable: Object.fromEntries(unavailable), asset: assets[0], errors };
  }
  throw new Error('no property');
}

const raise = (text: string): never => {
  throw new Error(text);
};
const prices = ({ entries }: Read) => entries.map(({ provider_id: id, price }) => [id, price]);

describe('The price of a unit in MITS', () => {
  it('names its building, in which the importer makes the unit', async () => {
    const inBuilding = (name: string) => `<BuildingName>${name}</BuildingName>`;
    const { entries } = await read(
      feed([
        { id: '1', number: '101', details: inBuilding('North') },
        { id: '2', number: '101', details: inBuilding('South') },
      ]),
    );
    expect(entries.map(({ provider_id: id, building }) => [id, building])).toEqual([
      ['1', 'North'],
      ['2', 'South'],
    ]);
  });
});

describe('MITS status words', () => {
  it('are those of the documentation', () => {
    const rows = readFileSync(join(import.meta.dirname, '../../docs/feeds.md'), 'utf8').matchAll(
      /^\| `(\w+)` +\| ([^|]*?) *\| ([^|]*?) *\|$/gm,
    );
    const listed = (cell: string) => cell.replaceAll('`', '').split(', ');
    expect(
      Object.fromEntries(
        [...rows].map(([, meaning, mits, vendors]) => [meaning, { mits: listed(mits!), vendors: listed(vendors!) }]),
      ),
    ).toEqual(STATUS_WORDS);
  });

  it('have one meaning each', () => {
    for (const meaning of MEANINGS)
      for (const word of [...STATUS_WORDS[meaning].mits, ...STATUS_WORDS[meaning].vendors])
        expect([word, meaningOf(word, new Map())]).toEqual([word, meaning]);
  });

  it.each(['vacantAvailable', 'VACANT_AVAILABLE', ' Vacant - Available '])(
    'are recognised in any spelling: %s',
    (word) => {
      expect(meaningOf(word, new Map())).toBe('available');
    },
  );
});

describe('The availability of a MITS unit', () => {
  const status = (field: string, word: string): string => `<${field}>${word}</${field}>`;

  it.each([
    ['occupied', status('UnitOccupancyStatus', 'occupied'), READY],
    ['occupied no notice', status('UnitLeasedStatus', 'Occupied No Notice'), READY],
    ['occupied no notice', status('UnitEconomicStatusDescription', 'Occupied No Notice'), READY],
    ['reserved', status('UnitLeasedStatus', 'reserved'), READY],
    ['approved', status('UnitLeasedStatus', 'approved'), READY],
    ['leased on notice', status('UnitLeasedStatus', 'leased_on_notice'), vacated(day(60))],
    ['leased reserved', status('UnitOccupancyStatus', 'vacant') + status('UnitLeasedStatus', 'leased_reserved'), READY],
    ['vacant rented ready', status('UnitLeasedStatus', 'Vacant Rented Ready'), READY],
    ['vacant leased', status('UnitOccupancyStatus', 'Vacant-Leased'), READY],
    ['notice rented', status('UnitLeasedStatus', 'Notice Rented'), vacated(day(60))],
    ['model', status('UnitEconomicStatus', 'model') + status('UnitLeasedStatus', 'available'), READY],
    ['down', status('UnitEconomicStatus', 'down') + status('UnitLeasedStatus', 'other'), READY],
    ['not available', '', '<Availability>Not Available</Availability>'],
  ])('is not published: %s', async (word, details, rest) => {
    expect(await read(feed([{ details, rest }]))).toMatchObject({
      entries: [],
      unavailable: { [word]: 1 },
      errors: '',
    });
  });

  it.each([
    ['has a MadeReadyDate', dated('MadeReadyDate', '2015-01-09'), 0],
    ['was vacated before', dated('VacateDate', '2015-01-02'), 0],
    ['will be vacated', dated('VacateDate', day(60)), 1],
  ])('of an occupied unit that %s', async (_, dates, published) => {
    const rest = `<Availability><VacancyClass>Occupied</VacancyClass>${dates}</Availability>`;
    expect((await read(feed([{ rest }]))).entries).toHaveLength(published);
  });

  it.each([
    [
      'available',
      status('UnitOccupancyStatus', 'vacant') + status('UnitLeasedStatus', 'available'),
      '<VacancyClass>Unoccupied</VacancyClass>',
    ],
    [
      'on notice',
      status('UnitOccupancyStatus', 'occupied') + status('UnitLeasedStatus', 'on_notice'),
      '<VacancyClass>Occupied</VacancyClass>',
    ],
    ['notice, unrented', status('UnitLeasedStatus', 'Notice Unrented'), ''],
    ['residential', status('UnitEconomicStatus', 'residential'), ''],
  ])('is published on the later of its dates: %s', async (_, details, vacancy) => {
    const dates = dated('MadeReadyDate', day(10)) + dated('VacateDate', day(40));
    const { entries, errors } = await read(
      feed([{ details, rest: `<Availability>${vacancy}${dates}</Availability>` }]),
    );
    expect([entries.map(({ available_on: date }) => date), errors]).toEqual([[day(40)], '']);
  });

  it('on notice requires a date in the future', async () => {
    const details = status('UnitLeasedStatus', 'on_notice');
    const passed = await read(feed([{ details, rest: vacated('2015-01-09') }]), { 'available-on': day(9) });
    expect([passed.entries, passed.errors]).toEqual([
      [],
      expect.stringContaining(
        'ILS_Unit 1, price: is on notice, and the date of its availability, 2015-01-09, has passed',
      ),
    ]);
    const none = await read(feed([{ details, rest: '<Availability/>' }]), { 'available-on': day(9) });
    expect(none.errors).toContain('is on notice and has no VacateDate and no MadeReadyDate');
  });

  it('is unknown for an unknown word, which --status explains', async () => {
    const text = feed([
      { id: '1', details: status('UnitLeasedStatus', 'Shared Living') },
      {
        id: '2',
        details: status('UnitEconomicStatus', 'other') + status('UnitEconomicStatusDescription', 'Guest suite'),
      },
    ]);
    const unknown = await read(text);
    expect(unknown.entries).toEqual([]);
    expect(unknown.errors).toContain(
      'ILS_Unit 1, price: UnitLeasedStatus "Shared Living" is unknown (--status "Shared Living=unavailable")',
    );
    expect(unknown.errors).toContain('ILS_Unit 2, price: UnitEconomicStatusDescription "Guest suite" is unknown');

    const known = await read(text, { status: 'shared living=available,Guest Suite=unavailable' });
    expect([prices(known), known.unavailable, known.errors]).toEqual([[['1', 1500]], { 'guest suite': 1 }, '']);
    await expect(read(text, { status: 'Guest suite=free' })).rejects.toThrow(
      '"Guest suite" must be one of available, ',
    );
  });
});

describe('The dates of a MITS unit', () => {
  it.each([
    ['as an ISO date', '<VacateDate>2027-01-15</VacateDate>'],
    ['with midnight', '<VacateDate>2027-01-15T00:00:00</VacateDate>'],
    ['with midnight and an offset', '<VacateDate>2027-01-15T00:00:00.000-07:00</VacateDate>'],
    ['as attributes', '<VacateDate Month="01" Day="15" Year="2027"/>'],
  ])('are read %s', async (_, date) => {
    const { entries } = await read(feed([{ rest: `<Availability>${date}</Availability>` }]));
    expect(entries[0]?.available_on).toBe('2027-01-15');
  });

  it.each([
    ['<VacateDate>01/15/2027</VacateDate>', 'VacateDate "01/15/2027" is not a date'],
    ['<VacateDate>2027-01-15T13:30:00</VacateDate>', 'VacateDate "2027-01-15T13:30:00" is not a date'],
    ['<MadeReadyDate Month="2" Day="30" Year="2027"/>', 'MadeReadyDate Year="2027" Month="2" Day="30" is not a date'],
    ['<MadeReadyDate Month="1" Day="9" Year="15"/>', 'MadeReadyDate Year="15" Month="1" Day="9" is not a date'],
    ['<MadeReadyDate Month="0" Day="0" Year="0"/>', 'MadeReadyDate Year="0" Month="0" Day="0" is not a date'],
    ['<MadeReadyDate Month="1" Day="9"/>', 'MadeReadyDate Year="" Month="1" Day="9" is not a date'],
  ])('are never replaced when they cannot be parsed: %s', async (date, error) => {
    const rest = `<Availability>${dated('VacateDate', '2027-01-02')}${date}</Availability>`;
    for (const each of [rest, `<Availability>${date}</Availability>`]) {
      const given = date.startsWith('<Vacate')
        ? `<Availability>${date}${dated('MadeReadyDate', '2027-01-02')}</Availability>`
        : each;
      const { entries, errors } = await read(feed([{ rest: given }]), { 'available-on': '2027-05-05' });
      expect([entries, errors]).toEqual([[], expect.stringContaining(`ILS_Unit 1, price: ${error}`)]);
    }
  });
});

describe('The offers of a MITS unit', () => {
  const offer = (rent: number, range: string, term = 12): string =>
    `<MITS-OfferTerm><DateRange>${range}</DateRange><EffectiveRent>${rent}</EffectiveRent><Term>${term}</Term></MITS-OfferTerm>`;
  const start = (days: number): string => dated('StartDate', day(days));
  const end = (days: number): string => dated('EndDate', day(days));
  const offers = (...all: string[]): Unit => ({ rest: `${vacated(day(20))}<Pricing>${all.join('')}</Pricing>` });

  it('start with their range', async () => {
    const { entries } = await read(feed([offers(offer(1319, start(30)), offer(1250, start(200) + end(230)))]));
    expect(entries.map(({ price, lease_starts_on: date }) => [price, date])).toEqual([
      [1319, day(30)],
      [1250, day(200)],
    ]);
  });

  it('start when the unit is available if their range began earlier', async () => {
    const { entries } = await read(feed([offers(offer(1319, start(-30) + end(60)))]));
    expect(entries[0]?.lease_starts_on).toBe(day(20));
  });

  it.each([
    ['has ended', start(-90) + end(-30), 'its lease had to start until'],
    ['ends before the unit is available', start(-5) + end(10), 'before the unit is available'],
    ['ends before it starts', start(60) + end(50), 'its lease has to start until'],
    ['has an unreadable date', '<StartDate>soon</StartDate>', 'StartDate "soon" is not a date'],
  ])('are rejected if the range %s', async (_, range, error) => {
    const { entries, errors } = await read(feed([offers(offer(1250, range), offer(1400, '', 6))]));
    expect([entries.map(({ price }) => price), errors]).toEqual([[1400], expect.stringContaining(error)]);
  });

  it('are rejected from the second price for a term and start', async () => {
    const { entries, errors } = await read(
      feed([offers(offer(1319, start(30)), offer(1250, start(30)), offer(1319, start(30)))]),
    );
    expect(entries.map(({ price }) => price)).toEqual([1319, 1319]);
    expect(errors).toMatch(/price 1250 is a second one of provider_id "1" for 12 months from \S+: line \d+ says 1319/);
  });
});

describe('Rejected MITS units', () => {
  it('have no price', async () => {
    const twice = '</Unit><Unit><MarketingName>9</MarketingName>';
    const result = await read(
      feed([
        { id: '1', number: '101' },
        { id: '2', number: '101' },
        { id: '1', number: '102' },
        { id: '3', number: '103', details: twice },
        { id: '4', number: '104', details: '<MaxSquareFeet>900</MaxSquareFeet>' },
      ]),
    );
    expect(prices(result)).toEqual([['1', 1500]]);
    expect(result.errors).toContain('IDValue "1" is that of line');
    expect(result.errors).toContain('ILS_Unit 2: building "A", unit_number "101" is that of line');
  });

  it('have a price if they lack only what the assigned asset may provide', async () => {
    const text = feed([{ id: '4', number: '104', details: '<MaxSquareFeet>900</MaxSquareFeet>' }]);
    expect(prices(await read(text, { assets: 'p1=1' }))).toEqual([['4', 1500]]);
  });
});

describe('The encoding of a MITS feed', () => {
  const text = (declared: string) => `<?xml version="1.0" encoding="${declared}"?>${feed([{ number: 'Caf\u00e9 7' }])}`;

  it.each([
    ['UTF-8 that is declared as UTF-16', Buffer.from(text('utf-16'))],
    ['UTF-8 that is declared as Latin 1', Buffer.from(text('iso-8859-1'))],
    ['UTF-8 with a mark that is declared as Latin 1', Buffer.from(`\ufeff${text('iso-8859-1')}`)],
    ['Latin 1', Buffer.from(text('iso-8859-1'), 'latin1')],
    ['UTF-16 with a mark that is declared as UTF-8', Buffer.from(`\ufeff${text('utf-8')}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(text('utf-16'), 'utf16le').swap16()],
  ])('is detected: %s', async (_, bytes) => {
    expect((await read(bytes)).entries[0]?.unit_number).toBe('Caf\u00e9 7');
  });
});

describe('The fees of a MITS property', () => {
  interface Charge {
    basis?: string;
    amounts?: readonly string[];
    percentage?: string;
    /** elements of the item */
    more?: string;
    requirement?: string;
    frequency?: string;
    /** further elements of Characteristics */
    character?: string;
  }

  const charge = (name: string, code: string, given: Charge, element = 'ChargeOfferItem'): string => {
    const { basis = 'Explicit', amounts = ['25.50'], percentage, more = '', character = '' } = given;
    const { requirement = 'Mandatory', frequency = 'Monthly' } = given;
    const offers = (amounts.length > 0 ? amounts : ['']).map(
      (amount) =>
        `<ChargeOfferAmount><Amounts>${amount}</Amounts><Percentage>${percentage ?? ''}</Percentage></ChargeOfferAmount>`,
    );
    return `<${element} InternalCode="${code}"><Name>${name}</Name><Characteristics><ChargeRequirement>${requirement}</ChargeRequirement>
      <PaymentFrequency>${frequency}</PaymentFrequency>${character}</Characteristics><AmountBasis>${basis}</AmountBasis>${more}
      ${offers.join('')}</${element}>`;
  };
  const within = (code: string, ...items: string[]) =>
    `<ChargeOfferClass Code="${code}">${items.join('')}</ChargeOfferClass>`;
  const one = async (given: Charge) => {
    const { asset, errors } = await read(feed([], within('OTHER', charge('Fee', 'fee', given))));
    return { fee: asset['asset_expenses']?.[0], errors };
  };

  it('are expenses of the asset, with words for type and category, in the order of the file', async () => {
    const deposit = '<Lifecycle>Move-in</Lifecycle><Refundability>Deposit</Refundability>';
    const more = within(
      'UTILITY',
      charge('Trash', 'Valet-Trash', { more: '<Description>Each evening</Description>' }),
      charge('Deposit', 'dep', { amounts: ['500'], frequency: 'One-time', character: deposit }),
    );
    const { asset, errors } = await read(feed([], more));
    expect(asset['asset_expenses']).toEqual([
      {
        ...{ name: 'Trash (Valet-Trash)', label: 'Trash', type: 'valet_trash', category: 'utility', sort: 1 },
        ...{ frequency: 'monthly', due_at: 'monthly', value_type: 'amount', amount: 25.5, is_required: true },
        tooltip_label: 'Each evening',
      },
      {
        ...{ name: 'Deposit (dep)', label: 'Deposit', type: 'dep', category: 'utility', sort: 2 },
        ...{ frequency: 'one_time', due_at: 'move_in', value_type: 'amount', amount: 500, is_required: true },
        is_refundable: true,
      },
    ]);
    expect(errors).toBe('');
  });

  it.each<[string, Charge, object]>([
    ['optional', { requirement: 'Optional' }, { amount: 25.5 }],
    ['situational', { requirement: 'Situational' }, { is_situational: true }],
    ['included, without an amount', { requirement: 'Included', amounts: [], frequency: '' }, { is_included: true }],
    [
      'a share of the rent',
      { basis: 'Percentage Of', amounts: [], percentage: '1.25', more: '<PercentageOfCode>rent</PercentageOfCode>' },
      { value_type: 'percentage', percentage: 1.25 },
    ],
    [
      'stepped',
      { basis: 'Stepped', amounts: ['50', '35'], more: '<ItemMaximumOccurrences>2</ItemMaximumOccurrences>' },
      { value_type: 'stepped', steps: [50, 35], max_quantity: 2 },
    ],
    [
      'a range',
      { basis: 'Within Range', amounts: ['10', '40'] },
      { value_type: 'range', min_amount: 10, max_amount: 40 },
    ],
    ['paid each quarter', { frequency: 'Quaterly' }, { frequency: 'quarterly' }],
    ['paid at an event', { frequency: 'Per-occurrence' }, { frequency: 'one_time', due_at: 'event' }],
    ['paid by each applicant', { more: '<AmountPerType>Applicant</AmountPerType>' }, { is_per_applicant: true }],
    ['one amount of several terms', { amounts: ['20', '20.00'] }, { amount: 20 }],
  ])('keep what they say: %s', async (_, given, expected) => {
    const { fee, errors } = await one(given);
    expect([fee, errors]).toEqual([expect.objectContaining(expected), '']);
    if (!('is_required' in expected) && given.requirement)
      expect(fee!['is_required'] ?? false).toBe(given.requirement === 'Included');
  });

  it.each<[Charge, string]>([
    [{ frequency: 'Hourly' }, 'PaymentFrequency "hourly" is none of an expense'],
    [{ frequency: '' }, 'has no PaymentFrequency'],
    [{ requirement: '' }, 'has no ChargeRequirement'],
    [{ amounts: [] }, 'has no Amounts'],
    [{ amounts: ['-500'] }, '-500 is a concession, and no expense'],
    [{ amounts: ['12.345'] }, '"12.345" is no amount'],
    [{ amounts: ['20', '25'] }, 'has 2 amounts, by lease term or start'],
    [{ basis: 'Stepped' }, 'has 1 steps, not 2 to 20'],
    [{ basis: 'Within Range', amounts: ['40', '10'] }, 'is a range without a least and a greatest amount'],
    [
      { basis: 'Percentage Of', percentage: '5', more: '<PercentageOfCode>dep</PercentageOfCode>' },
      'is a percentage of "dep", not of the rent',
    ],
  ])('are reported if no expense can say it: %j', async (given, reason) => {
    const { fee, errors } = await one(given);
    expect(fee).toBeUndefined();
    expect(errors).toContain(`ChargeOfferItem fee: ${reason}`);
  });

  it('that are paid back in part are not refundable, and are reported', async () => {
    const character = '<Refundability>Refundable</Refundability><RefundabilityMax>80%</RefundabilityMax>';
    const { fee, errors } = await one({ character });
    expect(fee).not.toHaveProperty('is_refundable');
    expect(errors).toContain('is refundable up to 80% only: imported as not refundable');
  });

  it('of units, and of one of several buildings, are entries of one expense', async () => {
    const deposit = (amount: string) =>
      within('LEASE', charge('Rent', 'RENT', {}), charge('Deposit', 'DEP', { amounts: [amount] }));
    const building = (id: string, more: string) => `<Building IDValue="${id}">${more}</Building>`;
    const parking = within('PARKING', charge('Garage', 'gar', { requirement: 'Optional' }, 'ParkingOfferItem'));
    const units = ['1', '2'].map((id) => ({ id, rest: READY + deposit(`${id}00`) }));
    const { asset } = await read(feed(units, building('A', parking) + building('B', parking)));
    const unit = (number: string) => ({ unit: { unit_number: number, building: 'A' } });
    expect(asset['unit_expenses']).toMatchObject([
      {
        name: 'Garage (gar)',
        entries: [
          { ...unit('N1'), amount: 25.5 },
          { ...unit('N2'), amount: 25.5 },
        ],
      },
      {
        name: 'Deposit (DEP)',
        entries: [
          { ...unit('N1'), amount: 100 },
          { ...unit('N2'), amount: 200 },
        ],
      },
    ]);
    expect(asset['asset_expenses']).toBeUndefined();
  });

  it('of MITS 4.1 are those of the property and its floor plans, deposits, pets, parking and utilities', async () => {
    const plan =
      '<Floorplan IDValue="f1"><Name>One</Name><Deposit DepositType="Security Deposit"><Amount AmountType="MonthMultiple"><ValueRange Exact="1.5"/></Amount></Deposit>';
    const text = feed(
      [],
      `<Fee><ApplicationFee>50</ApplicationFee><AdminFee>0.00</AdminFee><LatePercent>5</LatePercent><LateFeePerDay>ten</LateFeePerDay></Fee>
       <Deposit DepositType="Key Deposit"><Amount AmountType="Actual"><ValueRange Min="20" Max="40"/></Amount><PercentRefundable>100</PercentRefundable></Deposit>
       <Policy><Pet Allowed="true"><Pets PetType="Dog" Count="2"/><Fee>300.00</Fee><Rent>35</Rent><Restrictions>Breeds</Restrictions></Pet><Pet Allowed="false"><Rent>9</Rent></Pet></Policy>
       <Information><Parking ParkingType="Garage"><SpaceFee>150</SpaceFee></Parking></Information>
       <Utility><Water>true</Water><Gas>false</Gas></Utility>`,
    ).replace('<Floorplan IDValue="f1"><Name>One</Name>', plan);
    const { asset, errors } = await read(text);
    expect(asset['asset_expenses']!.map(({ sort: _, label: __, ...each }) => each)).toEqual([
      {
        name: 'Application fee',
        type: 'application',
        frequency: 'one_time',
        due_at: 'application',
        value_type: 'amount',
        amount: 50,
        is_required: true,
      },
      {
        name: 'Late payment',
        type: 'late',
        category: 'late',
        frequency: 'one_time',
        due_at: 'event',
        value_type: 'percentage',
        percentage: 5,
        is_situational: true,
      },
      {
        name: 'Key Deposit',
        type: 'key_deposit',
        frequency: 'one_time',
        due_at: 'move_in',
        value_type: 'range',
        min_amount: 20,
        max_amount: 40,
        is_required: true,
        is_refundable: true,
      },
      {
        name: 'Pet fee (Dog)',
        type: 'pet_fee',
        category: 'pets',
        frequency: 'one_time',
        due_at: 'move_in',
        value_type: 'amount',
        amount: 300,
        max_quantity: 2,
        tooltip_label: 'Breeds',
      },
      {
        name: 'Pet rent (Dog)',
        type: 'pet_rent',
        category: 'pets',
        frequency: 'monthly',
        due_at: 'monthly',
        value_type: 'amount',
        amount: 35,
        max_quantity: 2,
        tooltip_label: 'Breeds',
      },
      {
        name: 'Parking (Garage)',
        type: 'parking',
        category: 'parking',
        frequency: 'monthly',
        due_at: 'monthly',
        value_type: 'amount',
        amount: 150,
      },
      {
        name: 'Water',
        type: 'water',
        category: 'utility',
        frequency: 'monthly',
        due_at: 'monthly',
        is_required: true,
        is_included: true,
      },
    ]);
    expect(asset['floor_plan_expenses']).toMatchObject([
      {
        name: 'Security Deposit',
        value_type: 'percentage',
        is_refundable: true,
        entries: [{ floor_plan: 'One', percentage: 150 }],
      },
    ]);
    expect(errors.trim().split('\n')).toEqual([expect.stringContaining('LateFeePerDay: "ten" is no amount')]);
  });

  it('are left out on request', async () => {
    const { asset } = await read(feed([], within('OTHER', charge('Fee', 'fee', {}))), { 'without-fees': 'true' });
    expect(asset).not.toHaveProperty('asset_expenses');
  });
});
