import { isAutomatic, meanings, namesOf } from './unit-names.js';

describe('A name', () => {
  it.each([
    ['101', '101'],
    ['Room-101', '101'],
    ['room_101', '101'],
    ['Unit 101', '101'],
    ['UNIT-101A', '101A'],
    ['apt. 12b', '12b'],
    ['Suite #400', '400'],
    ['unit101', '101'],
    ['Unit No. 7', '7'],
    ['_101', '101'],
    ['_x31_01', '101'],
    ['_x31_01_1_', '101'],
    ['Unit_x0020_101', '101'],
    ['Unit_x5F_101', '101'],
    ['A-101', 'A-101'],
    ['A_x2D_101', 'A-101'],
  ])('%s matches the unit %s', (name, number) => {
    expect(meanings(name)).toContain(number);
  });

  it.each([
    ['Floor-101', '101'],
    ['Building 101', '101'],
    ['path101', '101'],
    ['rect-101', '101'],
    ['A-101', '101'],
    ['101-2', '101'],
    ['101_2', '101'],
    ['Rooms', 's'],
    ['_xZZ_01', '01'],
  ])('%s does not match the unit %s', (name, number) => {
    expect(meanings(name)).not.toContain(number);
  });
});

describe('An element', () => {
  const named = (attributes: Record<string, string>) =>
    namesOf({ name: 'path', attributes: new Map(Object.entries(attributes)), children: [], parent: undefined });

  it('is named by what says that it is a unit, otherwise by its name, id and label, in this order', () => {
    const weak = { id: 'a-1', 'data-name': 'One', 'data-label': 'Two', 'data-cell-id': '3' };
    expect(named(weak)).toEqual(['One', 'a-1', 'Two', '3']);
    expect(named({ ...weak, 'data-room-id': 'Room-1', 'data-unit-number': '1' })).toEqual(['Room-1', '1']);
  });

  it.each([
    ['_x31_2', '_x31_'],
    ['Unit_1_2_', 'Unit 1'],
    ['_1-2', '1'],
  ])('is not named by its id %s, which Illustrator derived from the name %s', (id, name) => {
    expect(named({ id, 'data-name': name })).toEqual([name]);
  });

  it('is not named by other data attributes', () => {
    expect(named({ 'data-floor': '1', 'data-beds': '2', 'data-unit-type': 'A1', 'data-room-count': '3', class: '4' })).toEqual([]); // oxfmt-ignore
  });

  it.each([
    'path22',
    'rect-1',
    'g12',
    'Group 3',
    'Vector_2',
    'Rectangle 101',
    'SvgjsG1001',
    'Layer_1',
    'shape101-3',
    '_x3C_Path_x3E_',
  ])('has a name %s, which programs generate', (id) => {
    expect(isAutomatic(id)).toBe(true);
  });
});
