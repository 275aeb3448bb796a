import { MerchandisingModule } from '@app/merchandising';
import { AssetOwned, readSettings } from '@app/platform/core';
import { applyFileChange, type FileChange, type FileContent, FileStore } from '@app/platform/files';
import { type ProvisionedSet, requireNoIds, Assignments } from '@app/platform/resources';
import { Database } from '@app/platform/persistence';
import { Int32, PathIds, Text } from '@app/platform/rest';
import { migrate } from '@app/platform/runtime';
import type { INestApplicationContext } from '@nestjs/common';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { createTemplate, createTestDatabase, type TestDatabase } from '../support/database.js';

@PathIds('assetId')
class CreateAmenityDto {
  @Text({ max: 255, example: 'Pool', description: 'Name' }) name: string;
  @Int32({ optional: true, nullable: true, example: 20, description: 'People' }) roomFor?: number | null;
  image?: FileContent;
}

@Entity({ schema: 'merchandising', name: 'amenity' })
class Amenity extends AssetOwned {
  @Column('text') readonly name: string;
  @Column('integer', { nullable: true }) readonly roomFor: number | null = null;
  @Column('text', { nullable: true }) private image: string | null = null;

  constructor(assetId: string, fields: CreateAmenityDto) {
    super(assetId);
    this.revise(fields);
  }

  override revise({ image, ...fields }: Partial<Omit<CreateAmenityDto, 'image'>> & { image?: FileChange }): void {
    super.revise(fields);
    this.image = applyFileChange(this.image, image);
  }
}

@Entity({ schema: 'merchandising', name: 'amenity_unit' })
class AmenityUnit {
  @PrimaryColumn('bigint') readonly assetId: string;
  @PrimaryColumn('bigint') readonly amenityId: string;
  @PrimaryColumn('bigint') readonly unitId: string;
}

const TABLES = `
  create table merchandising.amenity (
    asset_id bigint not null references catalog.asset on delete cascade,
    id bigint generated always as identity,
    name text not null,
    room_for integer,
    image text references kernel.stored_file (name) deferrable initially deferred,
    created_at timestamptz(0) not null default now(),
    updated_at timestamptz(0) not null default now(),
    primary key (asset_id, id)
  );
  create table merchandising.amenity_unit (
    asset_id bigint not null,
    amenity_id bigint not null,
    unit_id bigint not null,
    primary key (asset_id, amenity_id, unit_id),
    foreign key (asset_id, amenity_id) references merchandising.amenity (asset_id, id) on delete cascade
  )`;

const AMENITIES: ProvisionedSet = {
  list: 'amenities',
  entity: Amenity,
  body: CreateAmenityDto,
  images: ['image'],
  units: new Assignments({
    entity: AmenityUnit,
    owner: Amenity,
    parents: { amenity: 'merchandising.amenity' },
    references: { unitId: 'catalog.unit_v1' },
  }),
};

// planted before anything reads the module
(MerchandisingModule.persistence.entities as unknown[]).push(Amenity, AmenityUnit);
(MerchandisingModule.provisioned as ProvisionedSet[]).push(AMENITIES);
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

const apply = (amenities: object[] | undefined, options: object = {}) => {
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
    amenities,
  };
  return carryOut(app, { value: { assets: [asset] }, read: picture }, options);
};
const outcomeOf = async (amenities: object[]) => {
  const { outcomes } = await apply(amenities);
  return amenities.map((_, n) => outcomes.get(`assets.0.amenities.${n}`)!.outcome);
};
async function exported(): Promise<unknown> {
  const { outcomes } = await apply(undefined);
  const { assets } = await exportAsset(app, outcomes.get('assets.0')!.id, new ExportedFiles(app.get(FileStore)));
  return (assets as { amenities?: unknown }[])[0]!.amenities;
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
    await expect(apply([{ name: 'Pool', units: ['101', '999'] }])).rejects.toThrow('assets[0].amenities[0].units[1]');
    await expect(apply([{ name: 'Pool', room_for: 'x' }])).rejects.toThrow('assets[0].amenities[0].room_for');
  });

  it('is pruned', async () => {
    const { pruned } = await apply([{ name: 'Gym', units: [] }], { prune: true });
    expect(pruned.get('assets.0.amenities')).toMatchObject([{ name: 'Pool' }]);
    expect(await exported()).toEqual([{ name: 'Gym' }]);
  });

  it('has a list of its own', async () => {
    const { requireDistinct, SECTIONS } = await import('../../apps/cli/src/provision/sections.js');
    expect(() => requireDistinct([...SECTIONS, { path: 'assets.amenities' }])).toThrow(
      'Two sections of provision files have the path assets.amenities',
    );
  });

  it('cannot refer to other resources by id', () => {
    expect(() => requireNoIds({ ...AMENITIES, entity: AmenityUnit as never })).toThrow('AmenityUnit.assetId is an id');
  });
});
