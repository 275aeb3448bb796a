import { Recorder } from './recorder.mjs';
import { Broken, mustAccept, NotApplicable, Server } from './server.mjs';

const once = (make) => {
  let made;
  return () => (made ??= make());
};

/** Resources of the server that expectations use. Each is searched for on first use. */
export class Place {
  constructor(options) {
    this.options = options;
    const recorder = options.record && new Recorder(options.record, options);
    this.main = options.url && new Server(options.url, options.key, recorder);
    this.second = options.secondUrl && new Server(options.secondUrl, options.key, recorder);
    /** The asset that the options name, otherwise one of the first hundred, preferably with units. */
    this.asset = once(() => this.findAsset());
    this.process = once(() => this.findProcess());
    this.fresh = once(() => this.makeAsset());
  }

  /** `/v1/assets/{asset}/multifamily` */
  async multifamily() {
    return `/v1/assets/${(await this.asset()).id}/multifamily`;
  }

  /** The server of the second profile; by default the main one. */
  of(profile) {
    return profile === 'second' ? this.second : this.main;
  }

  async findAsset() {
    if (this.options.asset) return this.main.read(`/v1/assets/${this.options.asset}`);
    const { data } = await this.main.read('/v1/assets');
    if (!data?.length) throw new NotApplicable('the key sees no asset');
    return data.find(({ unit_count }) => unit_count > 1) ?? data[0];
  }

  /** The pricing process whose prices may be replaced, and some of its units. */
  async findProcess() {
    const [asset, process] = this.options.process.split('/');
    const path = `/v1/assets/${asset}/multifamily/pricing/${process}`;
    const { data: units } = await this.main.read(`${path}/units?per-page=3`);
    if (!units?.length) throw new NotApplicable('the asset of the process has no unit');
    return { path, asset, units };
  }

  /** A new asset for writes, with a building, a floor and a floor plan. It stays, because the specification has no operation that deletes assets. */
  async makeAsset() {
    const post = async (path, body) => mustAccept(await this.main.post(path, body), 201);
    const body = assetBody();
    const asset = await post('/v1/assets', body);
    const path = `/v1/assets/${asset.id}/multifamily`;
    const of = { asset_id: asset.id };
    const building = await post(`${path}/buildings`, { ...of, name: 'North' });
    const floor = await post(`${path}/floors`, {
      ...of,
      ...{ name: 'L1', filter_label: 'L1', filter_short_label: 'L1', sort: 1 },
    });
    const plan = await post(`${path}/floor-plans`, {
      ...of,
      ...{ name: 'A1', bedroom_count: 1, bathroom_count: 1.5, filter_label: 'One bedroom' },
    });
    const unit = { ...of, building_id: building.id, floor_id: floor.id, floor_plan_id: plan.id, area: 640 };
    return { asset, body, path, building, floor, plan, unit: (unit_number) => ({ ...unit, unit_number }) };
  }
}

let made = 0;

/** A valid body for an asset with a unique name. */
export function assetBody(changes = {}) {
  const name = `Conformance ${new Date().toISOString()} ${process.pid}-${++made}`;
  return {
    ...{ market: 'demo', name, display_name: 'Conformance' },
    ...{ address_line1: '12 Quay Street', address_city: 'New York', address_state: 'NY' },
    ...{ address_country: 'USA', address_postal_code: '10004' },
    ...changes,
  };
}

/** What a check threw, as its result. */
export function outcomeOf(error) {
  if (error instanceof NotApplicable) return { outcome: 'not applicable', seen: error.message };
  if (error instanceof Broken) return { outcome: 'broken', seen: error.message };
  // A response with an unexpected shape: a property of undefined was read.
  if (error instanceof TypeError) return { outcome: 'broken', seen: `an answer of another shape: ${error.message}` };
  throw error;
}
