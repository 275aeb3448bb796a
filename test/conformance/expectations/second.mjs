import { must, mustEqual, mustReject, NotApplicable } from '../support/server.mjs';

const FLAG = 'data-models-resource';

/** An asset with data models, and its data models. */
async function modelsOf(place) {
  const { data: assets } = await place.second.read('/v1/assets?per-page=1000');
  for (const { id } of assets) {
    const path = `/v1/assets/${id}/data-models`;
    const { data } = await place.second.read(path);
    if (data.length > 0) return { path, data };
  }
  throw new NotApplicable('the key sees no data model');
}

export const second = [
  {
    id: 'data-models/assets',
    says: '| View asset | asset | none | Asset |',
    async holds(place) {
      const { data } = await place.second.read('/v1/assets');
      if (data.length === 0) throw new NotApplicable('the key sees no asset');
      mustEqual(await place.second.read(`/v1/assets/${data[0].id}`), data[0], 'viewed:');
    },
  },
  {
    id: 'data-models/fields',
    says: '`id` string; `title` string; `created_at`; `updated_at` (date-time strings ending in `Z`).',
    async holds(place) {
      const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
      for (const model of (await modelsOf(place)).data) {
        must(typeof model.id === 'string' && typeof model.title === 'string', model);
        must(time.test(model.created_at) && time.test(model.updated_at), model);
      }
    },
  },
  {
    id: 'data-models/flag',
    says: '| List data models | asset | `page`, `per-page`; header `Experimental-Flags` required |',
    async holds(place) {
      const { path } = await modelsOf(place);
      mustReject(await place.second.get(path, { flags: null }), 400);
      must((await place.second.get(path, { flags: FLAG })).status === 200, 'refused with the flag');
    },
  },
  {
    id: 'data-models/csv-only',
    says: 'UTF-8 `.csv` with a header row and rows of one width, else 422 naming the line.',
    async holds(place) {
      const { path, data } = await modelsOf(place);
      const upload = (content, name) => {
        const raw = new FormData();
        raw.set('file', new Blob([content]), name);
        return place.second.request('PUT', `${path}/${data[0].id}`, { raw });
      };
      const ragged = await upload('question,answer\nPets?,Yes,really\n', 'faq.csv');
      mustReject(ragged, 422);
      must(/\b2\b/.test(ragged.text), `no word of line 2: ${ragged.text}`);
      mustReject(await upload('question,answer\nPets?,Yes\n', 'faq.txt'), 422);
      mustReject(await place.second.request('PUT', `${path}/${data[0].id}`, { raw: new FormData() }), 422);
    },
  },
];
