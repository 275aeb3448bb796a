import { MerchandisingModule } from '@app/merchandising';
import { AssetOwned, readSettings } from '@app/platform/core';
import { applyFileChange, type FileChange, type FileContent, FileStore } from '@app/platform/files';
import { type ProvisionedSet, Assignments } from '@app/platform/resources';
import { Database } from '@app/platform/persistence';
import { Id, Int32, PathIds, Text } from '@app/platform/rest';
import { migrate } from '@app/platform/runtime';
import type { INestApplicationContext } from '@nestjs/common';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { createTemplate, createTestDatabase, type TestDatabase } from '../support/database.js';

@PathIds('assetId')
class CreatePlantedAmenityDto {
  @Text({ max: 255, example: 'Pool', description: 'Name' }) name: string;
  @Int32({ optional: true, nullable: true, example: 20, description: 'People' }) roomFor?: number | null;
  @Id({ optional: true, nullable: true, description: 'Where it is' }) floorId?: string | null;
  image?: FileContent;
}

@Entity({ schema: 'merchandising', name: 'planted_amenity' })
class PlantedAmenity extends AssetOwned {
  static readonly references: Record<string, string> = { floorId: 'catalog.floor' };

  @Column('text') readonly name: string;
  @Column('integer', { nullable: true }) readonly roomFor: number | null = null;
  @Column('bigint', { nullable: true }) readonly floorId: string | null = null;
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

@PathIds('assetId')
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

const TABLES = `
  create table merchandising.planted_amenity (
    asset_id bigint not null references catalog.asset on delete cascade,
    id bigint generated always as identity,
    name text not null,
    room_for integer,
    floor_id bigint,
    image text references kernel.stored_file (name) deferrable initially deferred,
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
  )`;

const AMENITIES: ProvisionedSet = {
  list: 'planted_amenities',
  entity: PlantedAmenity,
  body: CreatePlantedAmenityDto,
  images: ['image'],
  units: new Assignments({
    entity: PlantedAmenityUnit,
    owner: PlantedAmenity,
    parents: { plantedAmenity: 'merchandising.planted_amenity' },
    references: { unitId: 'catalog.unit_v1' },
  }),
};

const BOOKINGS: ProvisionedSet = { list: 'planted_bookings', entity: PlantedBooking, body: CreatePlantedBookingDto };

// planted before anything reads the module
(MerchandisingModule.persistence.entities as unknown[]).push(PlantedAmenity, PlantedAmenityUnit, PlantedBooking);
(MerchandisingModule.provisioned as ProvisionedSet[]).push(BOOKINGS, AMENITIES);
const { ALL_PERSISTENCE, openContexts } = await import('../../apps/cli/src/contexts.js');
const { exportAsset } = await import('../../apps/cli/src/export/export-asset.js');
const { ExportedFiles } = await import('../../apps/cli/src/export/exported-files.js');
const { carryOut } = await import('../../apps/cli/src/provision/provision.js');

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

const apply = (planted_amenities: object[] | undefined, options: object = {}, planted_bookings?: object[]) => {
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
    buildings: [{ name: 'North' }],
    floors: [{ name: 'One', filter_label: 'One', filter_short_label: '1', sort: 1 }],
    floor_plans: [{ name: 'A1', bedroom_count: 1, bathroom_count: 1, filter_label: 'A1' }],
    units: [unit('101'), unit('102')],
    planted_amenities,
    planted_bookings,
  };
  return carryOut(app, { value: { assets: [asset] }, read: picture }, options);
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

describe('A set in `provisioned` of a module', () => {
  const pool = { name: 'Pool', room_for: 20, image: 'pool.png', units: ['101', '102'] };

  it('is provisioned and exported with its images and units', async () => {
    expect(await outcomeOf([pool, { name: 'Gym' }])).toEqual(['created', 'created']);
    const image = expect.stringMatching(/^files\/.+\.png$/);
    expect(await exported()).toEqual([{ ...pool, image }, { name: 'Gym' }]);
    expect(await outcomeOf([pool, { name: 'Gym' }])).toEqual(['unchanged', 'unchanged']);
  });

  it('changes by field, image and list of units', async () => {
    expect(
      await outcomeOf([
        { name: 'Pool', room_for: 30 },
        { name: 'Gym', units: ['102'] },
      ]),
    ).toEqual(['changed', 'changed']);
    expect(await outcomeOf([{ name: 'Pool', image: null }])).toEqual(['changed']);
    expect(await exported()).toEqual([
      { name: 'Pool', room_for: 30, units: ['101', '102'] },
      { name: 'Gym', units: ['102'] },
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

  it('names the resources that it refers to', async () => {
    const gym = { name: 'Gym', floor: 'One' };
    const planted_bookings = [
      { name: 'Monday', planted_amenity: 'Gym', unit: '101' },
      { name: 'Tuesday', planted_amenity: 'Gym', unit: { unit_number: '102', building: 'North' } },
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
    expect(await exported('planted_bookings')).toEqual([planted_bookings[0], { ...planted_bookings[1], unit: '102' }]);
  });

  it('removes an optional reference', async () => {
    expect(await outcomeOf([{ name: 'Gym' }])).toEqual(['unchanged']);
    expect(await outcomeOf([{ name: 'Gym', floor: null }])).toEqual(['changed']);
    expect(await exported()).toEqual([{ name: 'Gym' }]);
  });

  it('rejects references to unknown resources, and nothing is stored', async () => {
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

  it('is read from another server, by ids', async () => {
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
        { id: '3', name: 'Bar' }, // of an older version
      ]),
      ...list('listUnitsOfPlantedAmenity', [{ unit_id: '5' }]),
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
      planted_bookings: [{ id: '3', name: 'Monday', planted_amenity: { id: '1' }, unit: { id: '5' } }],
    });
    const its = { asset: '7', perPage: 1000 };
    expect(asked).toContainEqual(['listUnitsOfPlantedAmenity', { ...its, plantedAmenity: '2' }]);
    expect(asked).toContainEqual(['listPlantedBookings', its]);
  });

  it('cannot refer to resources that files do not contain', async () => {
    const { resourceSection } = await import('../../apps/cli/src/provision/resource-section.js');
    class Elsewhere extends PlantedAmenity {
      static override readonly references = { floorId: 'pricing.publication' };
    }
    expect(() => resourceSection({ ...AMENITIES, entity: Elsewhere })).toThrow(
      'Elsewhere.floorId refers to pricing.publication, which provision files cannot name',
    );
  });
});
