import { FORM, form, picture } from '../catalog/pictures.js';
import type { TestApp } from './app.js';

interface Given {
  app: TestApp;
  path: () => string;
  valid: () => object;
  /** form part and field of the image */
  part: string;
}

/** Registers a test that a resource has an image, which is replaced and removed. */
export function hasImage({ app, path, valid, part }: Given): void {
  it('stores, replaces and removes its image', async () => {
    const url = `${part}_url`;
    const sent = async (data: object) =>
      form([
        { name: 'data', content: JSON.stringify(data) },
        { name: part, content: await picture(), filename: 'a.png', type: 'image/png' },
      ]);
    const created = await app.request('POST', path(), { raw: await sent(valid()), headers: FORM });
    expect([created.status, created.body[url]]).toEqual([201, expect.stringMatching(/\.png$/)]);
    expect((await fetch(created.body[url] as string)).status).toBe(200);

    const one = `${path()}/${created.body.id}`;
    const body = { ...valid(), id: created.body.id };
    const changed = await app.request('PUT', one, { raw: await sent(body), headers: FORM });
    expect([changed.status, changed.body[url]]).toEqual([200, expect.stringMatching(/\.png$/)]);
    expect(changed.body[url]).not.toBe(created.body[url]);

    const removed = await app.put(one, { ...body, [part]: 'delete' });
    expect([removed.status, removed.body[url]]).toEqual([200, null]);
  });
}
