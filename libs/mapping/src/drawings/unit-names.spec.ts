import { meanings, namesOf } from './unit-names.js';

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
    namesOf({
      namespace: '',
      name: 'path',
      attributes: Object.entries(attributes).map(([name, value]) => ({ namespace: '', name, value })),
    });

  it('is named by its id and its naming data attributes', () => {
    expect(named({ id: 'Unit-1', 'data-room-id': 'Room-1', 'data-name': 'One', 'data-unit-number': '1' })).toEqual([
      'Unit-1',
      'Room-1',
      'One',
      '1',
    ]);
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
  ])('is not named %s, which programs generate', (id) => {
    expect(named({ id })).toEqual([]);
  });
});
