import {
  IsAlpha,
  Validate,
  type ValidationArguments,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';
import { CreateAssetDto, CreateFloorDto, CreateUnitDto } from '@app/catalog/contract';
import { CREATE_FILTER_OPTION } from '@app/merchandising/contract';
import { Satisfies } from '@app/platform/rest';
import { CreateAssetReferenceDto } from '@app/references/contract';

@ValidatorConstraint({ name: 'labelNamesFloor', async: true })
class LabelNamesFloor implements ValidatorConstraintInterface {
  validate = (label: string | undefined, { object }: ValidationArguments) => {
    const { sort } = object as Partial<CreateFloorDto>;
    return Promise.resolve(label === undefined || sort === undefined || label === `L${sort}`);
  };
  defaultMessage = () => 'must be L and `sort`';
}

// planted before anything reads the classes
Validate(LabelNamesFloor)(CreateFloorDto.prototype, 'filterShortLabel');
IsAlpha()(CreateAssetDto.prototype, 'displayName');
IsAlpha()(CREATE_FILTER_OPTION.range.prototype, 'label');
Satisfies<CreateAssetReferenceDto>(
  ['value', 'key'],
  ({ value, key }) => value !== key,
  'must not repeat `key`',
)(CreateAssetReferenceDto.prototype, 'value');
Satisfies<CreateAssetDto>(
  ['addressLatitude', 'addressLongitude'],
  ({ addressLatitude, addressLongitude }) => addressLatitude < addressLongitude,
  'must be below `address_longitude`',
)(CreateAssetDto.prototype, 'addressLatitude');
Satisfies<CreateUnitDto>(
  ['area', 'isAffordableHousingUnit'],
  ({ area }) => area < 900,
  'must be below 900',
)(CreateUnitDto.prototype, 'area');
const { TestApp } = await import('../support/app.js');
const { givenAsset } = await import('../support/given.js');
const { Operator } = await import('./run.js');
const { constraintsOf, createBody } = await import('../../apps/cli/src/provision/create-body.js');

const asset = (label: string, { option = 'Low', display = 'Rope' } = {}) => `assets:
  - name: Rope Works
    display_name: ${display}
    market: multifamily
    address_line1: 12 Quay Street
    address_city: New York
    address_state: NY
    address_country: USA
    address_postal_code: "10004"
    floors:
      - {name: One, filter_label: One, filter_short_label: L1, sort: 1}
      - {name: Two, filter_label: Two, filter_short_label: ${label}, sort: 2}
    filters:
      - {name: Rent, label: Rent, type: range, range_type: unit_area, options: [{label: ${option}, min: 0, max: 9}]}
`;

describe('A class-validator constraint of a request class', () => {
  let operator: Awaited<ReturnType<typeof Operator.withMigratedDatabase>>;
  const provision = (text: string, ...flags: string[]) =>
    operator.run(['provision', operator.file('file.yaml', text), ...flags]);
  const floors = () => operator.rows('select name, filter_short_label from catalog.floor order by sort');

  beforeAll(async () => {
    operator = await Operator.withMigratedDatabase();
  });
  afterAll(() => operator?.leave());

  it('is enforced by REST', async () => {
    const app = await TestApp.start();
    try {
      const { path, id } = await givenAsset(app);
      const body = { asset_id: id, name: 'Two', filter_label: 'Two', filter_short_label: 'L3', sort: 2 };
      const refused = await app.post(`${path}/floors`, body);
      expect([refused.status, refused.body]).toMatchObject([
        422,
        { fields: { filter_short_label: ['must be L and `sort`'] } },
      ]);
      const accepted = await app.post(`${path}/floors`, { ...body, filter_short_label: 'L2' });
      expect(accepted.status).toBe(201);
    } finally {
      await app.close();
    }
  });

  it.each([[[]], [['--dry-run']]])('is enforced by provision %j, which names line and field', async (flags) => {
    const { code, err } = await provision(asset('L3'), ...flags);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/file\.yaml:12: assets\[0\]\.floors\[1\]\.filter_short_label must be L and `sort`/),
    ]);
    expect(await floors()).toEqual([]);
  });

  it('is enforced for changes, and for each type of a variant', async () => {
    expect((await provision(asset('L2'))).err).toBe('');
    const { code, err } = await provision(asset('L4', { option: 'L0', display: 'R 2' }));
    expect([code, err.match(/assets\S+ .*/g)]).toEqual([
      1,
      [
        'assets[0].display_name must contain only letters (a-zA-Z)',
        'assets[0].floors[1].filter_short_label must be L and `sort`',
        'assets[0].filters[0].options[0].label must contain only letters (a-zA-Z)',
      ],
    ]);
    expect(await floors()).toMatchObject([{ filter_short_label: 'L1' }, { filter_short_label: 'L2' }]);
  });

  it('does not apply to omitted fields of an asset that is named by its id', async () => {
    const [{ id }] = (await operator.rows('select id::text from catalog.asset')) as [{ id: string }];
    expect((await provision(`assets: [{id: "${id}"}]`)).err).toBe('');
    expect((await provision(`assets: [{id: "${id}", display_name: R 2}]`)).err).toContain('assets[0].display_name');
  });

  it('is enforced with the stored values of omitted fields', async () => {
    const whole = (reference: string, unit: string, place = '') =>
      `${asset('L2')}${place && `    ${place}\n`}    buildings: [{name: North}]
    floor_plans: [{name: A1, filter_label: A1, bedroom_count: 1, bathroom_count: 1}]
    units: [{unit_number: "101", building: North, floor: One, floor_plan: A1, ${unit}}]
    asset_references: [{name: CRM, ${reference}}]
`;
    const stored = whole('key: crm, value: NY', 'area: 900, is_affordable_housing_unit: true', 'address_longitude: 9');
    expect((await provision(stored)).err).toMatch(/units\[0\]\.area must be below 900/);
    expect((await provision(stored.replace('900', '800'))).err).toBe('');

    expect((await provision(whole('value: crm', 'area: 800'))).err).toMatch(
      /asset_references\[0\]\.value must not repeat `key`/,
    );
    expect((await provision(whole('value: NY', 'area: 901'))).err).toMatch(/units\[0\]\.area must be below 900/);
    expect((await provision(whole('value: NY', 'area: 800', 'address_latitude: 10'))).err).toMatch(
      /assets\[0\]\.address_latitude must be below `address_longitude`/,
    );
    expect((await provision(whole('value: LA', 'area: 700', 'address_latitude: 8'))).err).toBe('');
  });

  it('prevents the start if provision files write the field differently', () => {
    class PlacedDto extends CreateUnitDto {}
    IsAlpha()(PlacedDto.prototype, 'floorId');
    expect(() => constraintsOf(PlacedDto)).toThrow('PlacedDto.floorId has a constraint');
    expect(() => createBody(PlacedDto)).toThrow('PlacedDto.floorId has a constraint');
  });
});
