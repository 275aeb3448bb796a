import { homesOn, LEVELS } from './building/building.js';
import { levelDrawing } from './building/level.js';
import { demonstration } from './demonstration.js';
import type { DemoUnit } from './demonstration.js';
import { demonstrationFile } from './files.js';
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
  const named = (level: number) => [...levelDrawing(level).matchAll(/data-unit="(\w+)"/g)].map(([, number]) => number);

  it('has a unit for each home of the drawings, on the floor whose drawing shows it', () => {
    const drawn = LEVELS.flatMap((level) => named(level).map((number) => [number, `Level ${level}`]));

    expect(first!.units.map(({ unit_number, floor }) => [unit_number, floor])).toEqual(drawn);
    expect(LEVELS.map((level) => named(level).length)).toEqual([28, 33, 33, 33, 33]);
  });

  it('draws homes side by side, as large as their areas', () => {
    for (const level of LEVELS) {
      const boxes = homesOn(level).map(({ area, layout: { width }, place }) => {
        const [[x1, y1], [x2, y2]] = [place(0, 0), place(width, 29)];
        const box = {
          left: Math.min(x1, x2),
          top: Math.min(y1, y2),
          right: Math.max(x1, x2),
          bottom: Math.max(y1, y2),
        };
        expect((box.right - box.left) * (box.bottom - box.top)).toBeCloseTo(area);
        return box;
      });
      const overlapping = boxes.flatMap((a, at) =>
        boxes.slice(at + 1).filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
      );
      expect(overlapping).toEqual([]);
    }
  });

  it('has some affordable homes of each size', () => {
    const plans = countBy(
      first!.units.filter(({ is_affordable_housing_unit: affordable }) => affordable),
      ({ floor_plan }) => floor_plan,
    );
    expect(Object.keys(plans).sort()).toEqual(['One bedroom', 'Studio', 'Three bedrooms', 'Two bedrooms']);
  });

  it('names only pictures that can be made', async () => {
    const names = new Set(JSON.stringify(first).match(/(?:pictures|drawings)\/[\w-]+\.\w+/g));

    expect(names.size).toBe(5 + 1 + 2 + 1 + 16 + 6);
    for (const name of names) expect((await demonstrationFile(name)).length).toBeGreaterThan(5_000);
  });

  it('is at the address of the real project', () => {
    expect(first).toMatchObject({
      market: 'multifamily',
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

describe.each(assets.slice(1).map((asset) => [asset.name, asset] as const))('%s', (_, asset) => {
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
});

describe.each(assets.map((asset) => [asset.name, asset] as const))('%s', (_, asset) => {
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
