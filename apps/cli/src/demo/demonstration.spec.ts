import { demonstration } from './demonstration.js';
import type { DemoUnit } from './demonstration.js';
import { drawnFloors } from './floors.js';
import { housing } from './housing.js';

const { keys, webhooks, accounts, assets } = demonstration();
const [first] = assets;

function countBy<T>(items: readonly T[], key: (item: T) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[key(item)] = (counts[key(item)] ?? 0) + 1;
  return counts;
}

function codePoints(text: string): number {
  return [...text].length;
}

describe('The demonstration', () => {
  it('is the same in every run', () => {
    expect(demonstration()).toEqual({ keys, webhooks, accounts, assets });
  });

  it('has three assets, each in an account of its own', () => {
    expect(assets.map(({ name, units }) => [name, units.length])).toEqual([
      ['Spring Creek', 160],
      ['La Central', 496],
      ['Village East Towers', 434],
    ]);
    expect(accounts.flatMap((account) => account.assets).sort()).toEqual(assets.map(({ name }) => name).sort());
  });

  it('has the flat feed on every asset, and lease terms on the first', () => {
    expect(assets.map(({ pricing_processes }) => pricing_processes.map(({ name }) => name))).toEqual([
      ['Nightly feed', 'Lease terms'],
      ['Nightly feed'],
      ['Nightly feed'],
    ]);
  });
});

describe('The first asset', () => {
  it('has a unit for each room number, on the floor whose plan shows it', () => {
    const drawn = drawnFloors().flatMap(({ name, unitNumbers }) => unitNumbers.map((number) => [number, name]));

    expect(first!.units.map(({ unit_number, floor }) => [unit_number, floor])).toEqual(drawn);
  });

  it('is at the address of the real project', () => {
    expect(first).toMatchObject({
      market: 'affordable_housing',
      address_line1: '475 Vandalia Avenue',
      address_city: 'Brooklyn',
      address_state: 'NY',
      address_country: 'USA',
      address_postal_code: '11239',
      address_latitude: 40.655035,
      address_longitude: -73.874937,
    });
  });
});

describe.each(assets.map((asset) => [asset.name, asset] as const))('%s', (_, asset) => {
  const project = housing().filter(({ number, street }) =>
    asset.buildings.some(({ name }) => name.toUpperCase() === `${number} ${street}`),
  );
  const bedrooms = (unit: DemoUnit) => asset.floor_plans.find(({ name }) => name === unit.floor_plan)!.bedroom_count;

  it('has as many apartments as the housing table, by building, bedrooms and income', () => {
    const declared = asset.buildings.map(({ name }) => {
      const units = asset.units.filter(({ building }) => building === name);
      return {
        unitsByBedrooms: [0, 1, 2, 3, 4, 5, 6].map((count) => units.filter((unit) => bedrooms(unit) === count).length),
        lowIncomeUnits: units.filter((unit) => unit.is_affordable_housing_unit).length,
      };
    });

    expect(declared).toEqual(
      project.map(({ unitsByBedrooms, lowIncomeUnits }) => ({ unitsByBedrooms, lowIncomeUnits })),
    );
  });

  it('uses every declared building, floor and floor plan, except the planned building', () => {
    const names = (things: { name: string }[]) => things.map(({ name }) => name).sort();

    expect(Object.keys(countBy(asset.units, ({ building }) => building)).sort()).toEqual(names(asset.buildings));
    expect(Object.keys(countBy(asset.units, ({ floor }) => floor)).sort()).toEqual(names(asset.floors));
    expect(Object.keys(countBy(asset.units, ({ floor_plan }) => floor_plan)).sort()).toEqual(
      names(asset.floor_plans).filter((name) => name !== 'Loft'),
    );
  });

  it('has unique unit numbers and unique names of buildings, floors and floor plans', () => {
    expect(new Set(asset.units.map(({ unit_number }) => unit_number)).size).toBe(asset.units.length);
    for (const things of [asset.buildings, asset.floors, asset.floor_plans, asset.pricing_processes]) {
      expect(new Set(things.map(({ name }) => name)).size).toBe(things.length);
    }
  });

  it('has larger units for more bedrooms', () => {
    const areas = asset.floor_plans.map(({ name }) =>
      asset.units.filter(({ floor_plan }) => floor_plan === name).map(({ area }) => area),
    );

    for (const [index, larger] of areas.slice(1).entries()) {
      expect(Math.min(...larger)).toBeGreaterThan(Math.max(...areas[index]!));
    }
  });

  it('respects the limits of all fields', () => {
    const { address_line1, address_city, address_state, address_country, address_postal_code } = asset;
    const texts255 = [asset.name, asset.display_name, asset.description]
      .concat([...asset.buildings, ...asset.floors, ...asset.floor_plans].map(({ name }) => name))
      .concat([...asset.floors, ...asset.floor_plans].map(({ filter_label }) => filter_label))
      .concat(asset.units.map(({ unit_number }) => unit_number));

    expect(Math.max(...texts255.map(codePoints))).toBeLessThanOrEqual(255);
    expect(Math.min(...texts255.map((text) => text.trim().length))).toBeGreaterThan(0);
    expect(Math.max(...[address_line1, address_city].map(codePoints))).toBeLessThanOrEqual(63);
    expect([codePoints(address_state), codePoints(address_country)]).toEqual([2, 3]);
    expect(codePoints(address_postal_code)).toBeLessThanOrEqual(15);
    expect(Math.abs(asset.address_latitude)).toBeLessThanOrEqual(90);
    expect(Math.abs(asset.address_longitude)).toBeLessThanOrEqual(180);
    expect(Math.max(...asset.floors.map((floor) => codePoints(floor.filter_short_label)))).toBeLessThanOrEqual(4);
    expect(Math.max(...asset.floor_plans.map((plan) => codePoints(plan.filter_label)))).toBeLessThanOrEqual(65);
    expect(asset.floors.map(({ sort }) => sort)).toEqual(asset.floors.map((_floor, index) => index + 1));
    expect(asset.units.every(({ area }) => Number.isInteger(area))).toBe(true);
  });
});
