import * as main from './generated/main/client';
import { client } from './generated/main/client/client.gen';
import * as second from './generated/second/client';
import { client as secondClient } from './generated/second/client/client.gen';
import * as given from './calls';

client.setConfig({ baseUrl: given.main.url, headers: { 'API-Key': given.main.key } });
secondClient.setConfig({ baseUrl: given.second.url, headers: { 'API-Key': given.second.key } });

interface Result<T> {
  data?: T;
  error?: unknown;
  response?: Response;
}

const done = <T>(call: string, { response, data, error }: Result<T>) =>
  given.report(call, response?.status, response?.ok ? data : (error as T));

const { asset, process } = given.main;
const path = { asset };
done('list assets', await main.listAssets({ query: { 'per-page': 2 } }));
const units = done('list units', await main.listUnits({ path, query: { 'unit-number': '101' } }));
done('view unit', await main.viewUnit({ path: { asset, unit: units.data[0]!.id } }));
const body = { data: { asset_id: asset, ...given.floorPlan }, image: given.image };
const plan = done('create floor plan', await main.createFloorPlan({ path, body }));
const planPath = { asset, 'floor-plan': plan.id };
const change = { data: { id: plan.id, asset_id: asset, name: 'G2' } };
done('update floor plan', await main.updateFloorPlan({ path: planPath, body: change }));
done('delete floor plan', await main.deleteFloorPlan({ path: planPath }));
const map = { asset_id: asset, ...given.unitMap, source: given.drawing };
const headers = { 'Experimental-Flags': 'create-unitmap-resource' } as const;
done('create unit map', await main.createUnitMap({ path, headers, body: map }));
const ingest = { path: { asset, process }, query: { commit: '0' } as const, body: given.entries };
const opened = done('open transaction', await main.openPricingTransactionAndSendData(ingest));
const transaction = { asset, process, transaction: opened.transaction_id! };
done('view transaction', await main.getTransactionStatus({ path: transaction }));
done('abort transaction', await main.abortTransaction({ path: transaction }));

const models = {
  path: { asset: given.second.asset },
  headers: { 'Experimental-Flags': 'data-models-resource' } as const,
};
const list = done('list data models', await second.aiListDataModels(models));
const model = { ...models, path: { ...models.path, 'data-model': list.data[0]!.id }, body: { file: given.table } };
done('upload data model', await second.aiUpdateDataModel(model));
