import * as main from './generated/main/api';
import * as second from './generated/second/api';
import * as given from './calls';

interface Result {
  status: number;
  data: unknown;
}

type Success<R extends Result> = Extract<R, { status: 200 | 201 | 204 }>['data'];

const done = <R extends Result>(call: string, { status, data }: R) => given.report(call, status, data as Success<R>);
const headers = { 'API-Key': given.main.key };
const options = { headers };

const { asset, process } = given.main;
done('list assets', await main.listAssets({ 'per-page': 2 }, options));
const units = done('list units', await main.listUnits(asset, { 'unit-number': '101' }, options));
done('view unit', await main.viewUnit(asset, units.data[0]!.id, {}, options));
const body = { data: { asset_id: asset, ...given.floorPlan }, image: given.image };
const plan = done('create floor plan', await main.createFloorPlan(asset, body, options));
const change = { data: { id: plan.id, asset_id: asset, name: 'G2' } };
done('update floor plan', await main.updateFloorPlan(asset, plan.id, change, options));
done('delete floor plan', await main.deleteFloorPlan(asset, plan.id, {}, options));
const map = { asset_id: asset, ...given.unitMap, source: given.drawing };
const flagged = { headers: { ...headers, 'Experimental-Flags': 'create-unitmap-resource' } };
done('create unit map', await main.createUnitMap(asset, map, flagged));
const ingest = await main.openPricingTransactionAndSendData(asset, process, given.entries, { commit: '0' }, options);
const transaction = done('open transaction', ingest).transaction_id!;
done('view transaction', await main.getTransactionStatus(asset, process, transaction, options));
done('abort transaction', await main.abortTransaction(asset, process, transaction, {}, options));

const models = { headers: { 'API-Key': given.second.key, 'Experimental-Flags': 'data-models-resource' } };
const list = done('list data models', await second.aiListDataModels(given.second.asset, {}, models));
const upload = await second.aiUpdateDataModel(given.second.asset, list.data[0]!.id, { file: given.table }, models);
done('upload data model', upload);
