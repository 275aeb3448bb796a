import { bind, bindMaps, type KnownUnit, type Labels, UnitNumbers } from './binding.js';

const units = (numbers: string[], floorId = '1', from = 1): KnownUnit[] =>
  numbers.map((number, at) => ({ id: String(from + at), number, floorId }));
const shape = (names: string | string[], texts: string | string[] = [], given: string | null = null): Labels => ({
  names: [names].flat().filter(Boolean),
  texts: [texts].flat().filter(Boolean),
  given,
  inside: null,
  isMark: false,
});
/** the unit of each shape, or the reason why it has none */
const bound = (known: KnownUnit[], ...shapes: Labels[]) =>
  bind(shapes, new UnitNumbers(known)).map((binding) => binding.unitId ?? binding.reason);

describe('A shape is bound', () => {
  it('by its name, ignoring case, with underscores as spaces', () => {
    expect(bound(units(['101', 'A 2b']), shape('Room-101'), shape('a_2B'))).toEqual(['1', '2']);
  });

  it('by a text in it', () => {
    expect(bound(units(['101', '102']), shape('', ['Living', '102']))).toEqual(['2']);
  });

  it('by a text after a word for a unit', () => {
    const shapes = ['Unit 101', 'APT. 102', '#103', 'Suite No. 104'].map((text) => shape('', text));
    expect(bound(units(['101', '102', '103', '104']), ...shapes)).toEqual(['1', '2', '3', '4']);
  });

  it('by a name or text with other dashes or invisible characters', () => {
    expect(bound(units(['A-1', '102']), shape('', 'A\u20131'), shape('10\u200b2'))).toEqual(['1', '2']);
  });

  it('by a name or text in another Unicode normalisation', () => {
    const known = units(['É7', '104', '2\u00a005']);
    expect(bound(known, shape('', 'E\u03017'), shape('Unit-１０４'), shape('', '\u00a02 05\ufeff'))).toEqual([
      '1',
      '2',
      '3',
    ]);
  });

  it('by its text if the number of the unit differs only in white space', () => {
    expect(bound(units(['2  05']), shape('', '2 05'))).toEqual(['1']);
  });

  it('by an explicit assignment, whatever its name', () => {
    expect(bound(units(['101', '102']), shape('101', '101', '2'))).toEqual(['2']);
    expect(bound(units(['101', '102']), shape('101', '101', '77'))).toEqual(['1']);
  });

  it('to the same unit as another shape if both have its number as name and text', () => {
    expect(bound(units(['101']), shape('101', '101'), shape('101', '101'))).toEqual(['1', '1']);
  });

  it('by its name when another shape only has the text', () => {
    expect(bound(units(['101']), shape('', '101'), shape('Unit-101'))).toEqual(['two_areas', '1']);
    expect(bound(units(['101']), shape('', '101'), shape('Unit-101', '101'))).toEqual(['two_areas', '1']);
  });
});

describe('A shape is not bound', () => {
  it('when no unit has such a number', () => {
    expect(bound(units(['101']), shape('Room-1010'), shape('Lobby', 'Lobby'), shape('', '10'))).toEqual([
      ...['no_such_unit', 'no_such_unit', 'no_such_unit'],
    ]);
  });

  it('by a text that only contains a number, or differs in case', () => {
    const shapes = ['101a Studio', '101A', 'Room 101a', 'Floor 101a'].map((text) => shape('', text));
    expect(bound(units(['101a']), ...shapes)).toEqual(Array(4).fill('no_such_unit'));
  });

  it('by the number that a program gave to a copy', () => {
    const copies = [shape('Unit'), shape('Unit_2'), shape('Unit-3')];
    expect(bound(units(['2', '3']), ...copies)).toEqual(Array(3).fill('no_such_unit'));
    expect(bound(units(['1', '2']), shape('Unit'), shape('Unit_1'), shape('Unit_2'))).toEqual(['no_such_unit', '1', '2']); // oxfmt-ignore
  });

  it('when its names and texts differ', () => {
    expect(bound(units(['110a', '110b']), shape('Room-110a', '110b'))).toEqual(['contradictory']);
  });

  it('when it also shows a number that no unit has', () => {
    expect(bound(units(['110a']), shape('Room-110a', '110b'))).toEqual(['contradictory']);
    expect(bound(units(['110b']), shape('Room-110a', '110b'))).toEqual(['contradictory']);
    expect(bound(units(['110a']), shape('Room-110a', ['Kitchen', '12 m2']))).toEqual(['1']);
  });

  it('when several units match', () => {
    expect(bound(units(['1', '2']), shape('', ['1', '2']), shape(['1', '2']))).toEqual(['ambiguous', 'contradictory']);
    expect(bound(units(['101', '101']), shape('101'))).toEqual(['ambiguous']);
  });

  it('when another shape matches the same unit equally well', () => {
    expect(bound(units(['101']), shape('Unit-101'), shape('Room-101'))).toEqual(['two_areas', 'two_areas']);
    expect(bound(units(['101']), shape('', '101'), shape('', '101'))).toEqual(['two_areas', 'two_areas']);
    expect(bound(units(['101']), shape('101', '101'), shape('101'))).toEqual(['1', 'two_areas']);
  });
});

describe('A shape within another shape', () => {
  const inside = (at: number, labels: Labels, isMark = false): Labels => ({ ...labels, inside: at, isMark });
  const known = units(['1', '101', '102']);

  it('makes the outer shape a container without a unit if two shapes are in it', () => {
    for (const outer of [shape('1'), shape('', '1'), shape('Level', '1')])
      expect(bound(known, outer, inside(0, shape('101')), inside(0, shape('', '102')))).toEqual([
        'container',
        '2',
        '3',
      ]);
  });

  it('is the label of the outer shape if it is as small as one', () => {
    expect(bound(known, shape('Rectangle 1'), inside(0, shape('101'), true))).toEqual(['2', 'label']);
    expect(bound(known, shape('Unit-101'), inside(0, shape('101'), true))).toEqual(['2', 'label']);
    expect(bound(known, shape('Floor'), inside(0, shape('101'), true), inside(0, shape('102'), true))).toEqual(['container', '2', '3']); // oxfmt-ignore
  });

  it('contradicts the outer shape if their numbers differ, but the name of the outer shape outweighs a text in it', () => {
    expect(bound(known, shape('1'), inside(0, shape('101')))).toEqual(['contradictory', 'contradictory']);
    expect(bound(known, shape('101'), inside(0, shape('', '1')))).toEqual(['2', 'contradictory']);
  });
});

describe('The maps of an asset', () => {
  const first = Array.from({ length: 12 }, (_, n) => `1${n + 10}`);
  const second = Array.from({ length: 12 }, (_, n) => `2${n + 10}`);
  const known = [...units(first, '1', 1), ...units(second, '2', 101)];
  const maps = (...drawn: string[][]) => {
    const found = bindMaps(
      new Map(drawn.map((names, at) => [String(at), { buildingId: null, shapes: names.map((name) => shape(name)) }])),
      new UnitNumbers(known),
    );
    return [...found.values()].map((bindings) => bindings.map((binding) => binding.unitId ?? binding.reason));
  };

  it('do not bind a unit of another floor that the map of that floor shows', () => {
    const [one, two] = maps(first, [...second, '110']);
    expect(one![0]).toBe('1');
    expect(two!.at(-1)).toBe('elsewhere');
    expect(maps([...second, '110'], first)[0]!.at(-1)).toBe('elsewhere');
  });

  it('bind only units of their building', () => {
    const twice = [...units(['101'], '1', 1), ...units(['101'], '1', 2)].map((unit, at) => ({
      ...unit,
      buildingId: `${at}`,
    }));
    const map = (buildingId: string | null) => new Map([['1', { buildingId, shapes: [shape('101')] }]]);
    expect(bindMaps(map('1'), new UnitNumbers(twice)).get('1')).toEqual([{ unitId: '2', boundBy: 'name' }]);
    expect(bindMaps(map(null), new UnitNumbers(twice)).get('1')).toEqual([{ unitId: null, reason: 'ambiguous' }]);
  });

  it('bind a unit of another floor if no other map shows it, or if they belong to no floor', () => {
    expect(maps([...second, '110'])[0]!.at(-1)).toBe('1');
    expect(maps(first, [...second, ...first])[1]!.filter((each) => each === 'elsewhere')).toEqual([]);
  });
});
