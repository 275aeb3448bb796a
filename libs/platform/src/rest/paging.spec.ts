import { JsonPage, type Snapshot } from '../persistence/json.js';
import { Page } from './paging.js';

const UNITS = '/v1/assets/1/multifamily/units';
const FILTERS = ['page', 'per-page', 'total', 'flat-pricing'];

const pageAt = (url: string, number: number, size: number, base = 'http://one.example') =>
  new Page({ base, url, searchParams: new URL(url, base).searchParams }, number, size, undefined, FILTERS);

/** The cursor to the second page of `url`. */
const cursorAt = (url: string, size = 2): string => {
  const { paging } = JSON.parse(pageAt(url, 1, size).envelope(new JsonPage('[]', { after: '17' })).text!) as {
    paging: { next_url: string };
  };
  return new URL(paging.next_url).searchParams.get('cursor')!;
};

describe('A cursor', () => {
  it.each([
    ['on the page that it leads to', pageAt(UNITS, 2, 2)],
    ['through another address of the server', pageAt(UNITS, 2, 2, 'https://two.example:8443')],
    ['with a slash at the end of the path', pageAt(`${UNITS}/`, 2, 2)],
    ['where all are counted', pageAt(`${UNITS}?total=1`, 2, 2)],
  ])('is accepted %s', (_, page) => {
    expect(page.readCursor(cursorAt(UNITS))).toEqual({ after: '17' });
  });

  it.each([
    ['another page', pageAt(UNITS, 3, 2)],
    ['the first page', pageAt(UNITS, 1, 2)],
    ['pages of another length', pageAt(UNITS, 2, 3)],
    ['another list', pageAt('/v1/assets/2/multifamily/units', 2, 2)],
    ['another filter', pageAt(`${UNITS}?flat-pricing=1`, 2, 2)],
  ])('is rejected on %s', (_, page) => {
    expect(page.readCursor(cursorAt(UNITS))).toBeUndefined();
  });

  it('carries the snapshot of the previous page', () => {
    const snapshot = { id: '6', members: { publication: 6, as_of: null } };
    const page = new JsonPage('[]', { after: '17.345' }, undefined, true, snapshot);
    const { paging, ...members } = JSON.parse(pageAt(UNITS, 1, 2).envelope(page).text!);
    expect(members).toEqual({ publication: 6, as_of: null, data: [] });
    const cursor = new URL(paging.next_url).searchParams.get('cursor')!;
    expect(pageAt(UNITS, 2, 2).readCursor(cursor)).toEqual({ after: '17', within: '345', snapshot: '6' });
  });

  it('carries the snapshot back to the previous page', () => {
    const shown = (snapshot?: Snapshot) => {
      const page = new JsonPage('[]', null, undefined, true, snapshot);
      const { paging } = JSON.parse(pageAt(UNITS, 3, 2).envelope(page).text!);
      return new URL(paging.prev_url).searchParams;
    };
    const back = shown({ id: '6', members: { publication: 6 } });
    expect(back.get('page')).toBe('2');
    expect(pageAt(UNITS, 2, 2).readCursor(back.get('cursor')!)).toEqual({ snapshot: '6' });
    expect(pageAt(UNITS, 1, 2).readCursor(back.get('cursor')!)).toBeUndefined();
    expect(shown().has('cursor')).toBe(false);
  });

  it('is rejected when modified', () => {
    const withoutId = Buffer.from(Buffer.from(cursorAt(UNITS), 'base64url').toString().replace(/17$/, '0')).toString(
      'base64url',
    );
    const withoutPosition = Buffer.from(
      Buffer.from(cursorAt(UNITS), 'base64url').toString().replace(/17$/, ''),
    ).toString('base64url');
    for (const text of ['', 'x', 'MQ', withoutId, withoutPosition, `${cursorAt(UNITS)}=`])
      expect(pageAt(UNITS, 2, 2).readCursor(text)).toBeUndefined();
  });
});
