import { readFileSync } from 'node:fs';
import { drawnFloors } from './floors.js';
import { rooms } from './rooms.js';

const floors = drawnFloors();
const drawn = floors.map(({ file }) => rooms(readFileSync(file, 'utf8')));

describe('The rooms of the drawings', () => {
  it('are 163 numbered shapes', () => {
    expect(drawn.map((floor) => floor.length)).toEqual([62, 40, 44, 15, 2]);
  });

  it('have their number as id, except one that the drawing misnames', () => {
    const differing = drawn.flat().filter(({ number, shapeId }) => shapeId !== `Room-${number}`);

    expect(differing).toEqual([{ number: '110b', shapeId: 'Room-110a' }]);
  });

  it('are found when the number is scaled and translated', () => {
    const svg =
      '<path d="M10 10h40v40h-40z" data-room-id="Room-1"/><path d="M50,10L90,10 70,50Z" data-room-id="Room-2"/>' +
      '<text x="5" y="15" font-size="5" font-weight="bold" transform="translate(10 10) scale(2)">101</text>' +
      '<text x="65" y="25" font-size="5" font-weight="bold">102a</text><text x="12" y="48" font-size="5">999</text>';

    expect(rooms(svg)).toEqual([
      { number: '101', shapeId: 'Room-1' },
      { number: '102a', shapeId: 'Room-2' },
    ]);
  });

  it('are rejected when an outline contains curves', () => {
    expect(() => rooms('<path d="M0 0c1 1 2 2 3 3z" data-room-id="Room-1"/>')).toThrow('not a straight line');
  });
});

describe('The drawn floors', () => {
  it('are five, with 160 distinct unit numbers', () => {
    expect(floors.map(({ name, unitNumbers }) => [name, unitNumbers.length])).toEqual([
      ['Level 1', 62],
      ['Level 2', 39],
      ['Level 3', 42],
      ['Level 4', 15],
      ['Level 5', 2],
    ]);
  });

  it('assign a number that appears on two floors to the lower one', () => {
    expect(floors.filter(({ unitNumbers }) => unitNumbers.includes('204d')).map(({ level }) => level)).toEqual([2]);
    expect(drawn[2]!.some(({ number }) => number === '204d')).toBe(true);
  });
});
