import { filled, int32 } from '../support/boundary-values.js';
import { TestApp } from '../support/app.js';
import { givenAsset, givenSuiteAsset } from '../support/given.js';
import { behavesAsSpecified } from '../support/resource.js';

const app = TestApp.forSuite();
const asset = givenSuiteAsset(app);

const path = () => `${asset.path}/floors`;
const valid = () => ({
  asset_id: asset.id,
  name: 'Level 2',
  filter_label: 'Second',
  filter_short_label: 'L2',
  sort: 2,
});

describe('A floor', () => {
  behavesAsSpecified({
    app,
    path,
    valid,
    needs: {
      create: ['name', 'filter_label', 'filter_short_label', 'sort'],
      update: [],
    },
    boundaries: [filled('name', 255), filled('filter_label', 255), filled('filter_short_label', 4), int32('sort')],
  });

  it('is listed by sort value, then by id', async () => {
    const other = await givenAsset(app); // its floor has sort 1
    const create = async (sort: number) =>
      (await app.post(`${other.path}/floors`, { ...valid(), asset_id: other.id, sort })).body.id;
    const [third, zeroth, first, lowest] = [await create(3), await create(0), await create(1), await create(-5)];
    const wanted = [lowest, zeroth, other.floor, first, third];
    const list = async (query: string) =>
      (await app.get(`${other.path}/floors${query}`)).body.data.map(({ id }: { id: string }) => id);

    expect(await list('')).toEqual(wanted);
    expect(await list('?per-page=2')).toEqual(wanted.slice(0, 2));
    expect(await list('?per-page=2&page=2')).toEqual(wanted.slice(2, 4));
    expect(await list('?per-page=2&page=3')).toEqual(wanted.slice(4));
  });
});
