import { readFileSync } from 'node:fs';
import { dataFile } from './data.js';
import { housing } from './housing.js';

describe('The housing table', () => {
  it('describes a building by address, coordinates and apartments', () => {
    expect(housing().find(({ number, street }) => `${number} ${street}` === '475 VANDALIA AVENUE')).toEqual({
      projectId: '54360',
      project: 'SPRING CREEK PHASE 4B-1',
      number: '475',
      street: 'VANDALIA AVENUE',
      borough: 'Brooklyn',
      postcode: '11239',
      latitude: 40.655035,
      longitude: -73.874937,
      unitsByBedrooms: [0, 0, 1, 7, 0, 0, 0],
      lowIncomeUnits: 8,
      totalUnits: 8,
    });
  });

  it('is parsed completely: 26 buildings', () => {
    const lines = readFileSync(dataFile('nyc/housing-new-york-units-by-building.csv'), 'utf8').trim().split('\n');

    expect(housing()).toHaveLength(26);
    expect(lines).toHaveLength(1 + 26);
  });

  it('has bedroom counts that add up to the total of every building', () => {
    for (const { unitsByBedrooms, totalUnits } of housing()) {
      expect(unitsByBedrooms.reduce((sum, count) => sum + count)).toBe(totalUnits);
    }
  });
});
