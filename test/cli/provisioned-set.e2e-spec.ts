import { MerchandisingModule } from '@app/merchandising';
import { DESCRIPTION_ASSIGNMENTS, UNIT_OUTBOUND_LINK_URLS } from '@app/merchandising/provisioning';
import { AssetOwned, compileSchema, readSettings } from '@app/platform/core';
import { applyFileChange, type FileChange, type FileContent, FileStore } from '@app/platform/files';
import { Assignments, type ProvisionedSet, SetAssignments } from '@app/platform/resources';
import { Database, TimestampColumn } from '@app/platform/persistence';
import {
  AssignmentController,
  CalendarDate,
  Float,
  Id,
  Int32,
  Satisfies,
  Shape,
  Text,
  Timestamp,
} from '@app/platform/rest';
import { migrate } from '@app/platform/runtime';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Type as Typed } from 'class-transformer';
import { IsDate, IsOptional } from 'class-validator';
import { OmitType } from '@nestjs/swagger';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { createTemplate, createTestDatabase, type TestDatabase } from '../support/database.js';

class CreatePlantedAmenityDto {
  @Text({ max: 255, example: 'Pool', description: 'Name' }) name: string;
  @Int32({ optional: true, nullable: true, example: 20, description: 'People' }) roomFor?: number | null;
  @Id({ optional: true, nullable: true, description: 'Where it is' }) floorId?: string | null;
  @Timestamp({ optional: true, nullable: true, description: 'When it opens' })
  @Satisfies(['opensAt', 'closesAt'], ({ opensAt, closesAt }) => opensAt < closesAt, 'must be before `closes_at`')
  opensAt?: string | null;
  @Timestamp({ optional: true, nullable: true, description: 'When it closes' }) closesAt?: string | null;
  @IsOptional() @IsDate() @Typed(() => Date) builtAt?: Date | null;
  image?: FileContent;
}

@Entity({ schema: 'merchandising', name: 'planted_amenity' })
class PlantedAmenity extends AssetOwned {
  static readonly references: Record<string, string> = { floorId: 'catalog.floor' };

  @Column('text') readonly name: string;
  @Column('integer', { nullable: true }) readonly roomFor: number | null = null;
  @Column('bigint', { nullable: true }) readonly floorId: string | null = null;
  @TimestampColumn({ nullable: true }) readonly opensAt: string | null = null;
  @TimestampColumn({ nullable: true }) readonly closesAt: string | null = null;
  @Column('timestamptz', { nullable: true }) readonly builtAt: Date | null = null;
  @Column('text', { nullable: true }) private image: string | null = null;
  /** set by the server */
  @Column('integer', { default: 7 }) readonly visitors: number = 7;

  constructor(assetId: string, fields: CreatePlantedAmenityDto) {
    super(assetId);
    this.revise(fields);
  }

  override revise({
    image,
    ...fields
  }: Partial<Omit<CreatePlantedAmenityDto, 'image'>> & { image?: FileChange }): void {
    super.revise(fields);
    this.image = applyFileChange(this.image, image);
  }
}

class CreatePlantedBookingDto {
  @Text({ max: 255, example: 'Monday', description: 'Name' }) name: string;
  @Id({ description: 'What is booked' }) plantedAmenityId: string;
  @Id({ description: 'Who booked it' }) unitId: string;
}

@Entity({ schema: 'merchandising', name: 'planted_booking' })
class PlantedBooking extends AssetOwned {
  static readonly references = { plantedAmenityId: 'merchandising.planted_amenity', unitId: 'catalog.unit_v1' };

  @Column('text') readonly name: string;
  @Column('bigint') readonly plantedAmenityId: string;
  @Column('bigint') readonly unitId: string;

  constructor(assetId: string, fields: CreatePlantedBookingDto) {
    super(assetId);
    this.revise(fields);
  }
}

@Entity({ schema: 'merchandising', name: 'planted_amenity_unit' })
class PlantedAmenityUnit {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryColumn('bigint') readonly plantedAmenityId: string;
  @PrimaryColumn('bigint') readonly unitId: string;
}

class PlantedAmenityUnitDto {
  @Id() assetId: string;
  @Id() plantedAmenityId: string;
  @Id() unitId: string;
}

@Entity({ schema: 'merchandising', name: 'planted_booking_unit' })
class PlantedBookingUnit {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryColumn('bigint') readonly plantedBookingId: string;
  @PrimaryColumn('bigint') readonly unitId: string;
  @Column('integer', { nullable: true }) readonly minGuests: number | null;
  @Column('integer', { nullable: true }) readonly maxGuests: number | null;
  @Column('double precision', { nullable: true }) readonly deposit: number | null;
  @Column('date', { nullable: true }) readonly arrivesOn: string | null;
  @TimestampColumn({ nullable: true }) readonly leavesAt: string | null;
  @Column('jsonb', { nullable: true }) readonly contact: object | null;
}

class PlantedBookingUnitDto {
  @Id() assetId: string;
  @Id() plantedBookingId: string;
  @Id() unitId: string;
  @Int32({ optional: true, nullable: true, min: 1 })
  @Satisfies(['minGuests', 'maxGuests'], ({ minGuests, maxGuests }) => minGuests <= maxGuests, 'must be at most `max_guests`') // oxfmt-ignore
  minGuests?: number | null;
  @Int32({ optional: true, nullable: true }) maxGuests?: number | null;
  @Float({ optional: true, nullable: true }) deposit?: number | null;
  @CalendarDate({ optional: true, nullable: true }) arrivesOn?: string | null;
  @Timestamp({ optional: true, nullable: true }) leavesAt?: string | null;
  @Shape({ type: 'object' }, { optional: true, nullable: true, example: { name: 'Ada', floor: 1 } })
  contact?: object | null;
}

const TABLES = `
  create table merchandising.planted_amenity (
    asset_id bigint not null references catalog.asset on delete cascade,
    id bigint generated always as identity,
    name text not null,
    room_for integer,
    floor_id bigint,
    opens_at timestamptz(0),
    closes_at timestamptz(0),
    built_at timestamptz,
    image text references platform.stored_file (name) deferrable initially deferred,
    visitors integer not null default 7,
    created_at timestamptz(0) not null default now(),
    updated_at timestamptz(0) not null default now(),
    primary key (asset_id, id)
  );
  create table merchandising.planted_booking (
    asset_id bigint not null references catalog.asset on delete cascade,
    id bigint generated always as identity,
    name text not null,
    planted_amenity_id bigint not null,
    unit_id bigint not null,
    created_at timestamptz(0) not null default now(),
    updated_at timestamptz(0) not null default now(),
    primary key (asset_id, id),
    foreign key (asset_id, planted_amenity_id) references merchandising.planted_amenity (asset_id, id) on delete cascade
  );
  create table merchandising.planted_amenity_unit (
    asset_id bigint not null,
    planted_amenity_id bigint not null,
    unit_id bigint not null,
    primary key (asset_id, planted_amenity_id, unit_id),
    foreign key (asset_id, planted_amenity_id) references merchandising.planted_amenity (asset_id, id) on delete cascade
  );
  create table merchandising.planted_booking_unit (
    asset_id bigint not null,
    planted_booking_id bigint not null,
    unit_id bigint not null,
    min_guests integer,
    max_guests integer,
    deposit double precision,
    arrives_on date,
    leaves_at timestamptz(0),
    contact jsonb,
    primary key (asset_id, planted_booking_id, unit_id),
    foreign key (asset_id, planted_booking_id) references merchandising.planted_booking (asset_id, id) on delete cascade
  )`;

const AMENITIES: ProvisionedSet = {
  list: 'planted_amenities',
  entity: PlantedAmenity,
  body: CreatePlantedAmenityDto,
  images: ['image'],
  units: new Assignments({
    entity: PlantedAmenityUnit,
    dto: PlantedAmenityUnitDto,
    owner: PlantedAmenity,
    parents: { plantedAmenity: 'merchandising.planted_amenity' },
    references: { unitId: 'catalog.unit_v1' },
  }),
};

const BOOKING_UNITS = {
  entity: PlantedBookingUnit,
  dto: PlantedBookingUnitDto,
  owner: PlantedBooking,
  parents: { plantedBooking: 'merchandising.planted_booking' },
  references: { unitId: 'catalog.unit_v1' },
};

const BOOKINGS: ProvisionedSet = {
  list: 'planted_bookings',
  entity: PlantedBooking,
  body: CreatePlantedBookingDto,
  units: new Assignments(BOOKING_UNITS),
};

// planted before anything reads the module
(MerchandisingModule.persistence.entities as unknown[]).push(
  ...[PlantedAmenity, PlantedAmenityUnit, PlantedBooking, PlantedBookingUnit],
);
(MerchandisingModule.provisioned as ProvisionedSet[]).push(BOOKINGS, AMENITIES);
const { ALL_PERSISTENCE, openContexts } = await import('../../apps/cli/src/contexts.js');
const { exportAsset } = await import('../../apps/cli/src/export/export-asset.js');
const { ExportedFiles } = await import('../../apps/cli/src/export/exported-files.js');
const { applyDeclaration } = await import('../../apps/cli/src/provision/provision.js');

let database: TestDatabase;
let app: INestApplicationContext;
let dataDir: string;

beforeAll(async () => {
  const prepare = async (url: string) => void (await migrate({ url, poolSize: 2, contexts: ALL_PERSISTENCE }));
  database = await createTestDatabase({ template: await createTemplate('migrated', prepare) });
  dataDir = mkdtempSync(join(tmpdir(), 'property-map-sets-'));
  app = await openContexts(readSettings({ DATABASE_URL: database.url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' }));
  await app.get(Database).pool.query(TABLES);
});
afterAll(async () => {
  await app?.close();
  await database?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

const picture = () =>
  sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer();

/** its number is that of another unit too */
const SECOND = { unit_number: '102', building: 'North' };

const URLS_OF = 'select unit_id as "unitId" from merchandising.unit_outbound_link_url where link_id = $1';

const apply = (
  planted_amenities: object[] | undefined,
  options: object = {},
  planted_bookings?: object[],
  unit_outbound_links?: object[],
) => {
  const unit = (number: string) => ({
    unit_number: number,
    building: 'North',
    floor: 'One',
    floor_plan: 'A1',
    area: 640,
  });
  const asset = {
    ...{
      name: 'Sets',
      display_name: 'Sets',
      market: 'multifamily',
      address_line1: '1 Quay Street',
      address_city: 'NY',
    },
    ...{ address_state: 'NY', address_country: 'USA', address_postal_code: '10004' },
    buildings: [{ name: 'North' }, { name: 'South' }],
    floors: [{ name: 'One', filter_label: 'One', filter_short_label: '1', sort: 1 }],
    floor_plans: [{ name: 'A1', bedroom_count: 1, bathroom_count: 1, filter_label: 'A1' }],
    units: [unit('101'), unit('102'), { ...unit('102'), building: 'South' }],
    planted_amenities,
    planted_bookings,
    unit_outbound_links,
  };
  return applyDeclaration(app, { value: { assets: [asset] }, read: picture }, options);
};
const outcomeOf = async (planted_amenities: object[]) => {
  const { outcomes } = await apply(planted_amenities);
  return planted_amenities.map((_, n) => outcomes.get(`assets.0.planted_amenities.${n}`)!.outcome);
};
async function exported(list: 'planted_amenities' | 'planted_bookings' = 'planted_amenities'): Promise<unknown> {
  const { outcomes } = await apply(undefined);
  const { assets } = await exportAsset(app, outcomes.get('assets.0')!.id, new ExportedFiles(app.get(FileStore)));
  return (assets as Record<string, unknown>[])[0]![list];
}

async function booking(units: unknown[], options: object = {}): Promise<string> {
  const { outcomes } = await apply([{ name: 'Gym' }], options, [
    { name: 'Monday', planted_amenity: 'Gym', unit: '101', units },
  ]);
  return outcomes.get('assets.0.planted_bookings.0')!.outcome;
}
const unitsOf = async (name: string) =>
  ((await exported('planted_bookings')) as { name: string; units?: unknown[] }[]).find((each) => each.name === name)!
    .units;

describe('A set in `provisioned` of a module', () => {
  const pool = { name: 'Pool', room_for: 20, image: 'pool.png', units: ['101', SECOND] };

  it('is provisioned and exported with its images and units', async () => {
    expect(await outcomeOf([pool, { name: 'Gym' }])).toEqual(['created', 'created']);
    const image = expect.stringMatching(/^files\/.+\.png$/);
    expect(await exported()).toEqual([{ ...pool, image }, { name: 'Gym' }]);
    expect(await outcomeOf([pool, { name: 'Gym' }])).toEqual(['unchanged', 'unchanged']);
  });

  it('is changed by field, image and list of units', async () => {
    expect(
      await outcomeOf([
        { name: 'Pool', room_for: 30 },
        { name: 'Gym', units: [SECOND] },
      ]),
    ).toEqual(['changed', 'changed']);
    expect(await outcomeOf([{ name: 'Pool', image: null }])).toEqual(['changed']);
    expect(await exported()).toEqual([
      { name: 'Pool', room_for: 30, units: ['101', SECOND] },
      { name: 'Gym', units: [SECOND] },
    ]);
  });

  it('rejects unknown units and invalid fields, naming them', async () => {
    await expect(apply([{ name: 'Pool', units: ['101', '999'] }])).rejects.toThrow(
      'assets[0].planted_amenities[0].units[1]',
    );
    await expect(apply([{ name: 'Pool', room_for: 'x' }])).rejects.toThrow('assets[0].planted_amenities[0].room_for');
  });

  it('is pruned', async () => {
    const { pruned } = await apply([{ name: 'Gym', units: [] }], { prune: true });
    expect(pruned.get('assets.0.planted_amenities')).toMatchObject([{ name: 'Pool' }]);
    expect(await exported()).toEqual([{ name: 'Gym' }]);
  });

  it('has a list of its own', async () => {
    const { requireDistinct, SECTIONS } = await import('../../apps/cli/src/provision/sections.js');
    expect(() => requireDistinct([...SECTIONS, { path: 'assets.planted_amenities' }])).toThrow(
      'Two sections of provision files have the path assets.planted_amenities',
    );
  });

  it('names the resources that it references', async () => {
    const gym = { name: 'Gym', floor: 'One' };
    const planted_bookings = [
      { name: 'Monday', planted_amenity: 'Gym', unit: '101' },
      { name: 'Tuesday', planted_amenity: 'Gym', unit: SECOND },
    ];
    const outcomes = async () => {
      const { outcomes: all } = await apply([gym], {}, planted_bookings);
      return ['planted_amenities.0', 'planted_bookings.0', 'planted_bookings.1'].map(
        (path) => all.get(`assets.0.${path}`)!.outcome,
      );
    };

    expect(await outcomes()).toEqual(['changed', 'created', 'created']);
    expect(await outcomes()).toEqual(['unchanged', 'unchanged', 'unchanged']);
    expect(await exported()).toEqual([gym]);
    expect(await exported('planted_bookings')).toEqual(planted_bookings);
  });

  it('contains timestamps, which files may write with any offset', async () => {
    const closed = { name: 'Gym', opens_at: '2026-12-01T05:00:00.9-05:00', closes_at: '2026-12-01T12:00:00Z' };
    const { outcomes } = await apply([closed], { prune: true });
    expect(outcomes.get('assets.0.planted_amenities.0')!.outcome).toBe('changed');
    expect(await exported()).toMatchObject([
      { opens_at: '2026-12-01T10:00:00+00:00', closes_at: '2026-12-01T12:00:00+00:00' },
    ]);
    expect(await outcomeOf([closed])).toEqual(['unchanged']);
    expect(await outcomeOf((await exported()) as object[])).toEqual(['unchanged']);
    const refused = (opens_at: string) => expect(apply([{ name: 'Gym', opens_at }])).rejects;
    await refused('2026-12-01T14:00:00+02:00').toThrow('opens_at must be before `closes_at`');
    await refused('2026-12-01').toThrow('opens_at must be a time with its offset from UTC');
    expect(await outcomeOf([{ name: 'Gym', opens_at: null, closes_at: null }])).toEqual(['changed']);
  });

  it('contains dates that class-transformer creates from text', async () => {
    const built = { name: 'Gym', built_at: '2026-12-01T10:00:00.25Z' };
    expect(await outcomeOf([built])).toEqual(['changed']);
    expect(await exported()).toMatchObject([{ built_at: '2026-12-01T10:00:00.25+00:00' }]);
    expect(await outcomeOf([built])).toEqual(['unchanged']);
    await expect(apply([{ name: 'Gym', built_at: 'then' }])).rejects.toThrow('built_at must be a Date instance');
    expect(await outcomeOf([{ name: 'Gym', built_at: null }])).toEqual(['changed']);
  });

  it('removes an optional reference', async () => {
    expect(await outcomeOf([{ name: 'Gym' }])).toEqual(['unchanged']);
    expect(await outcomeOf([{ name: 'Gym', floor: null }])).toEqual(['changed']);
    expect(await exported()).toEqual([{ name: 'Gym' }]);
  });

  it('rejects references to unknown resources, and stores nothing', async () => {
    const booking = { name: 'Sunday', planted_amenity: 'Gym', unit: '101' };
    const errorOf = (fields: object) => expect(apply([{ name: 'Gym' }], {}, [{ ...booking, ...fields }])).rejects;

    await errorOf({ planted_amenity: 'Spa' }).toThrow(
      'assets[0].planted_bookings[0].planted_amenity "Spa" is not in this asset',
    );
    await errorOf({ unit: '999' }).toThrow('assets[0].planted_bookings[0].unit "999" is not in this asset');
    await errorOf({ unit: null }).toThrow('assets[0].planted_bookings[0].unit must be');
    await errorOf({ planted_amenity: undefined }).toThrow('assets[0].planted_bookings[0].planted_amenity is required');
    await errorOf({ unit_id: '1' }).toThrow('assets[0].planted_bookings[0].unit_id');
    expect(await exported('planted_bookings')).toHaveLength(2);
  });

  it('contains the values of assignments', async () => {
    const units = [
      { unit: '101', min_guests: 3, max_guests: 4 },
      { unit: SECOND, deposit: 1e-7, arrives_on: '2026-12-01', leaves_at: '2026-12-05T09:00:00+00:00' },
    ];
    expect(await booking(units)).toBe('changed');
    expect(await booking(units)).toBe('unchanged');
    expect(await unitsOf('Monday')).toEqual(units);
    expect(await booking((await unitsOf('Monday'))!)).toBe('unchanged');
  });

  it('keeps omitted values of the units that stay assigned', async () => {
    expect(await booking(['101', { unit: SECOND, min_guests: 1 }])).toBe('changed');
    expect(await booking([{ unit: '101', max_guests: 5 }], { prune: true })).toBe('changed');
    expect(await unitsOf('Monday')).toEqual([{ unit: '101', min_guests: 3, max_guests: 5 }]);

    expect(await booking([{ unit: '101', min_guests: null }])).toBe('changed');
    expect(await booking([SECOND])).toBe('changed');
    expect(await unitsOf('Monday')).toEqual([{ unit: '101', max_guests: 5 }, { unit: SECOND }]);
  });

  it('compares object values by their content', async () => {
    const contact = (name: string) => [{ unit: '101', contact: { name, id: 'x', phone: null, floors: [] } }];
    expect([await booking(contact('Ada')), await booking(contact('Bob'))]).toEqual(['changed', 'changed']);
    expect(await booking(contact('Bob'))).toBe('unchanged');
    expect(await unitsOf('Monday')).toMatchObject([...contact('Bob'), {}]);
    await booking([{ unit: '101', contact: null }]);
  });

  it('rejects invalid values of assignments, and names the unit and the value', async () => {
    const refused = (unit: object) => expect(booking([{ unit: '101' }, unit])).rejects;
    const at = 'assets[0].planted_bookings[0].units[1]';

    await refused({ unit: SECOND, min_guests: 'x' }).toThrow(`${at}.min_guests must be an integer`);
    await refused({ unit: SECOND, min_guests: 0 }).toThrow(`${at}.min_guests must be at least 1`);
    await refused({ unit: SECOND, guests: 1 }).toThrow(`${at}.guests is not a known field`);
    await refused({ min_guests: 1 }).toThrow(`${at}.unit is required`);
    await refused({ unit: '999' }).toThrow(`${at}.unit "999" is not in this asset`);
    const rule = `${at}.min_guests must be at most \`max_guests\``;
    await refused({ unit: SECOND, min_guests: 7, max_guests: 6 }).toThrow(rule);
    await booking([{ unit: SECOND, max_guests: 6 }]);
    await refused({ unit: SECOND, min_guests: 7 }).toThrow(rule);
  });

  it('names units with their values if one of these is required', async () => {
    const { unitsSchema } = await import('../../apps/cli/src/provision/assigned-units.js');
    const check = compileSchema(unitsSchema(UNIT_OUTBOUND_LINK_URLS));
    expect(check([{ unit: '101', url: 'https://a.example/1' }])).toBeUndefined();
    expect(check(['101', { unit: '101' }])!.errors).toEqual({ 0: ['must be an object'], '1.url': ['is required'] });
  });

  it('unassigns units for which a required value is null', async () => {
    const link = { name: 'Tour', type: 'urls_per_unit', open_in_new_window: true };
    const urls = [{ unit: '101', url: 'https://a.example/1' }];
    const { outcomes } = await apply(undefined, {}, undefined, [{ ...link, urls }]);
    const ids = {
      assetId: outcomes.get('assets.0')!.id,
      outboundLinkId: outcomes.get('assets.0.unit_outbound_links.0')!.id,
    };
    const stored = async () => (await app.get(Database).pool.query(URLS_OF, [ids.outboundLinkId])).rows as object[];
    const [{ unitId }] = (await stored()) as [{ unitId: string }];
    const set = (url: string | null) =>
      app.get(CommandBus).execute(new SetAssignments(UNIT_OUTBOUND_LINK_URLS, ids, [{ unitId, url }], () => false));

    expect([await set('https://a.example/1'), await set(null), await set(null)]).toMatchObject([[], [{}, {}], []]);
    expect(await stored()).toEqual([]);
  });

  it('is read by id from another server', async () => {
    const { setsOf } = await import('../../apps/cli/src/import/service/read-sets.js');
    const asked: unknown[] = [];
    const list = (name: string, items: object[]) => ({
      [name]: (request: object) => {
        asked.push([name, request]);
        return items;
      },
    });
    const times = { created_at: '2026-01-01T00:00:00+00:00', updated_at: '2026-01-01T00:00:00+00:00' };
    const planted_amenity = { ...times, asset_id: '7', room_for: null, visitors: 7 };
    const lists: Record<string, unknown> = {
      ...list('listPlantedAmenities', [
        { ...planted_amenity, id: '1', name: 'Pool', floor_id: '4', image_url: '/files/pool.png' },
        { ...planted_amenity, id: '2', name: 'Gym', floor_id: null, image_url: null },
        { id: '3', name: 'Bar' },
      ]),
      ...list('listUnitsOfPlantedAmenity', [{ unit_id: '5' }]),
      ...list('listUnitsOfPlantedBooking', [
        { unit_id: '5', asset_id: '7', planted_booking_id: '3', min_guests: 2, max_guests: null },
      ]),
      ...list('listPlantedBookings', [
        { ...times, asset_id: '7', id: '3', name: 'Monday', planted_amenity_id: '1', unit_id: '5' },
      ]),
    };
    const api = new Proxy(lists, { get: (_, name: string) => lists[name] ?? (() => []) }); // other sets are empty
    const source = { api, all: (_: string, items: object[]) => items, present: (url: string) => url };

    const units = [{ id: '5' }];
    const { planted_amenities, planted_bookings } = await setsOf(source as never, '7');
    expect({ planted_amenities, planted_bookings }).toEqual({
      planted_amenities: [
        { id: '1', name: 'Pool', room_for: null, floor: { id: '4' }, image: '/files/pool.png', units },
        { id: '2', name: 'Gym', room_for: null, floor: null, image: null, units },
        { id: '3', name: 'Bar', units },
      ],
      planted_bookings: [
        {
          ...{ id: '3', name: 'Monday', planted_amenity: { id: '1' }, unit: { id: '5' } },
          units: [{ unit: { id: '5' }, min_guests: 2, max_guests: null }],
        },
      ],
    });
    const its = { asset: '7', perPage: 1000 };
    expect(asked).toContainEqual(['listUnitsOfPlantedAmenity', { ...its, plantedAmenity: '2' }]);
    expect(asked).toContainEqual(['listPlantedBookings', its]);
  });

  it('cannot reference resources that files do not contain', async () => {
    const { resourceSection } = await import('../../apps/cli/src/provision/resource-section.js');
    class Elsewhere extends PlantedAmenity {
      static override readonly references = { floorId: 'pricing.publication' };
    }
    expect(() => resourceSection({ ...AMENITIES, entity: Elsewhere })).toThrow(
      'Elsewhere.floorId refers to pricing.publication, which provision files cannot name',
    );
  });

  it('cannot contain ids among the values of assignments', async () => {
    const { unitsSchema } = await import('../../apps/cli/src/provision/assigned-units.js');
    expect(() => unitsSchema(DESCRIPTION_ASSIGNMENTS)).toThrow(
      'DescriptionAssignment.descriptionId is a value that provision files cannot contain',
    );
  });
});

describe('Assignments', () => {
  const serve = (dto: Type<object>) =>
    AssignmentController({
      assignments: new Assignments({ ...BOOKING_UNITS, dto }),
      permission: 'amenities',
      list: { id: 'list-units-of-planted-booking', description: 'Lists units.' },
      assign: { id: 'assign-units-to-planted-booking', description: 'Assigns units.' },
    });

  it('have the same values as columns and as fields', () => {
    class Longer extends PlantedBookingUnitDto {
      @Int32({ optional: true, nullable: true }) nights?: number | null;
    }
    expect(() => serve(PlantedBookingUnitDto)).not.toThrow();
    expect(() => serve(Longer)).toThrow('Longer.nights is not stored: declare a column of PlantedBookingUnit');
    expect(() => serve(OmitType(PlantedBookingUnitDto, ['deposit']))).toThrow(
      'PlantedBookingUnit.deposit is not a field: declare it in ',
    );
  });
});
