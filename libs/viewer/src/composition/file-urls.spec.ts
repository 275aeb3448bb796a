import { FILES, withFileUrls } from './file-urls.js';

const FILE = `${FILES}${'0'.repeat(64)}.png`;

it('prepends the public address to file paths, but not to text that only resembles them', () => {
  const stored = {
    url: FILE,
    image_urls: [FILE, null],
    name: '/files/',
    html: `<img src="${FILE}">`,
    note: `"${FILE}`,
  };
  const base = 'https://maps.example.com/a"b$&';
  expect(JSON.parse(withFileUrls(JSON.stringify(stored, null, 1), base))).toEqual({
    ...stored,
    url: base + FILE,
    image_urls: [base + FILE, null],
  });
  expect(withFileUrls(JSON.stringify(stored), undefined)).toBe(JSON.stringify(stored));
});
