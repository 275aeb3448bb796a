import { JsonPage } from '../../persistence/reads/json.js';
import { Page } from '../responses/paging.js';
import { paging } from './param.js';
import { readQuery } from './query.js';
import type { ApiRequest } from '../responses/request.js';

const UNITS = '/v1/assets/1/multifamily/units';
const FILTERS = ['page', 'per-page', 'total', 'flat-pricing'];

const pageAt = (url: string, number: number, size: number, base = 'http://one.example') =>
  new Page({ base, url, searchParams: new URL(url, base).searchParams }, FILTERS, {
    page: number,
    perPage: size,
  });

/** The cursor to the second page of `url`. */
const cursorAt = (url: string, size = 2): string => {
  const { paging } = JSON.parse(pageAt(url, 1, size).envelope(new JsonPage('[]', { position: '17' })).text!) as {
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
    expect(page.readCursor(cursorAt(UNITS))).toBe('17');
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

  it('carries any position, including members of the envelope', () => {
    const page = new JsonPage('[]', { position: '17.345@6' }, undefined, {}, { publication: 6, as_of: null });
    const { paging, ...members } = JSON.parse(pageAt(UNITS, 1, 2).envelope(page).text!);
    expect(members).toEqual({ publication: 6, as_of: null, data: [] });
    const cursor = new URL(paging.next_url).searchParams.get('cursor')!;
    expect(pageAt(UNITS, 2, 2).readCursor(cursor)).toBe('17.345@6');
  });

  it('can lead back to the previous page', () => {
    const linked = (previous?: { position: string }) => {
      const page = new JsonPage('[]', null, undefined, previous);
      const { paging } = JSON.parse(pageAt(UNITS, 3, 2).envelope(page).text!);
      return new URL(paging.prev_url).searchParams;
    };
    const back = linked({ position: '@6' });
    expect(back.get('page')).toBe('2');
    expect(pageAt(UNITS, 2, 2).readCursor(back.get('cursor')!)).toBe('@6');
    expect(pageAt(UNITS, 1, 2).readCursor(back.get('cursor')!)).toBeUndefined();
    expect(linked().has('cursor')).toBe(false);
  });

  it('is rejected when modified', () => {
    const text = Buffer.from(cursorAt(UNITS), 'base64url').toString();
    const changed = (position: string) => Buffer.from(text.replace(/17$/, position)).toString('base64url');
    const errorsOf = (cursor: string) => {
      const searchParams = new URLSearchParams({ page: '2', 'per-page': '2', cursor });
      return readQuery({ base: '', url: UNITS, searchParams } as ApiRequest, paging).errors;
    };
    expect(errorsOf(cursorAt(UNITS))).toBeUndefined();
    for (const cursor of ['', 'x', 'MQ', changed('0'), changed(''), changed('@6'), `${cursorAt(UNITS)}=`])
      expect(errorsOf(cursor)).toEqual({ cursor: [expect.stringContaining('does not belong to this page')] });
  });
});
