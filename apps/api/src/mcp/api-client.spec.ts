import { ApiClient } from './api-client.js';

const page = (ids: number[], next: string | null) =>
  Response.json({ paging: { next_url: next }, data: ids.map((id) => ({ id })) });

describe('ApiClient', () => {
  it('reads the pages of a list from its own path, whatever path the public address has', async () => {
    const asked: string[] = [];
    const answers = [
      page([1, 2], 'https://example.com/maps/v1/assets?q=a%20b&page=2&cursor=x'),
      page([3, 4], 'https://example.com/maps/v1/assets?q=a%20b&page=3&cursor=y'),
    ];
    const send = (method: string, path: string) => {
      asked.push(`${method} ${path}`);
      return Promise.resolve(answers.shift()!);
    };

    const items = await new ApiClient(send, 'key').list('/v1/assets', { q: 'a b' }, 3);

    expect(items).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    expect(asked).toEqual(['GET /v1/assets?per-page=3&q=a+b', 'GET /v1/assets?q=a%20b&page=2&cursor=x']);
  });
});
