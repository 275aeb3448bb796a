import createClient from 'openapi-fetch';
import type { paths } from './generated/main/schema';
import type { paths as SecondPaths } from './generated/second/schema';
import { asFile, asForm } from './generated/main/form';
import * as given from './calls';

const main = createClient<paths>({ baseUrl: given.main.url, headers: { 'API-Key': given.main.key } });
const second = createClient<SecondPaths>({ baseUrl: given.second.url, headers: { 'API-Key': given.second.key } });

interface Result<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

const done = <T>(call: string, { response, data, error }: Result<T>) =>
  given.report(call, response.status, response.ok ? data : (error as T));

const ASSET = '/v1/assets/{asset}/multifamily';
const { asset, process } = given.main;
const path = { asset };
done('list assets', await main.GET('/v1/assets', { params: { query: { 'per-page': 2 } } }));
const query = { 'unit-number': '101' };
const units = done('list units', await main.GET(`${ASSET}/units`, { params: { path, query } }));
done('view unit', await main.GET(`${ASSET}/units/{unit}`, { params: { path: { asset, unit: units.data[0]!.id } } }));
const body = { data: { asset_id: asset, ...given.floorPlan }, image: asFile(given.image) };
const created = await main.POST(`${ASSET}/floor-plans`, { params: { path }, body, bodySerializer: asForm });
const plan = done('create floor plan', created);
const params = { path: { asset, 'floor-plan': plan.id } };
const change = { id: plan.id, asset_id: asset, name: 'G2' };
done('update floor plan', await main.PUT(`${ASSET}/floor-plans/{floor-plan}`, { params, body: change }));
done('delete floor plan', await main.DELETE(`${ASSET}/floor-plans/{floor-plan}`, { params }));
const map = { asset_id: asset, ...given.unitMap, source: asFile(given.drawing) };
const flagged = { path, header: { 'Experimental-Flags': 'create-unitmap-resource' } } as const;
done('create unit map', await main.POST(`${ASSET}/maps`, { params: flagged, body: map, bodySerializer: asForm }));
const PROCESS = `${ASSET}/pricing/{process}` as const;
const feed = { path: { asset, process }, query: { commit: '0' } } as const;
const opened = done('open transaction', await main.POST(`${PROCESS}/ingest`, { params: feed, body: given.entries }));
const transaction = { path: { asset, process, transaction: opened.transaction_id! } };
done('view transaction', await main.GET(`${PROCESS}/transactions/{transaction}`, { params: transaction }));
done('abort transaction', await main.DELETE(`${PROCESS}/transactions/{transaction}`, { params: transaction }));

const header = { 'Experimental-Flags': 'data-models-resource' } as const;
const models = { path: { asset: given.second.asset }, header };
const list = done('list data models', await second.GET('/v1/assets/{asset}/data-models', { params: models }));
const model = { ...models, path: { ...models.path, 'data-model': list.data[0]!.id } };
const upload = { params: model, body: { file: asFile(given.table) }, bodySerializer: asForm };
done('upload data model', await second.PUT('/v1/assets/{asset}/data-models/{data-model}', upload));
