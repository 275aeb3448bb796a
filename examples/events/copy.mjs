// A copy of an asset's units and their prices, in a file. Events only say what changed: the copy reads the current values.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

export class Copy {
  /** @param api address of the asset: http://localhost:3000/v1/assets/1/multifamily */
  constructor(api, key, file) {
    const asset = /\/assets\/(\d+)\//.exec(api)[1];
    Object.assign(this, { api, key, file, asset });
    try {
      this.state = JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      this.state = undefined; // nothing was copied yet
    }
  }

  /** Reads everything. @param cursor where the feed was before */
  async start(cursor) {
    this.state = { cursor, units: {}, prices: {} };
    for (const unit of await this.list('/units')) this.state.units[unit.id] = unit;
    for (const { id } of await this.list('/pricing')) await this.readPrices(id);
    this.save();
  }

  /** Brings the subject of an event up to date. It may be called again with an event, or with an old one. */
  async apply({ type, asset_id: asset, data }) {
    if (asset !== this.asset) return; // another one, or a ping
    const { units } = this.state;
    if (type.startsWith('unit.')) {
      const response = await this.get(`/units/${data.id}`);
      if (response.status === 404) delete units[data.id];
      else units[data.id] = await jsonOf(response);
    }
    if (type === 'pricing.published' || type.startsWith('pricing_unit.')) await this.readPrices(data.process_id);
  }

  /** In one step: a file that is cut off would be worse than an old one. */
  save() {
    writeFileSync(`${this.file}.new`, JSON.stringify(this.state));
    renameSync(`${this.file}.new`, this.file);
  }

  async readPrices(process) {
    this.state.prices[process] = {};
    for (const { id, price } of await this.list(`/pricing/${process}/units`))
      if (price !== null) this.state.prices[process][id] = price;
  }

  async list(path) {
    const all = [];
    for (let url = `${path}?per-page=1000`; url;) {
      const { data, paging } = await jsonOf(await this.get(url));
      all.push(...data);
      url = paging.next_url;
    }
    return all;
  }

  get(path) {
    const url = path.startsWith('http') ? path : this.api + path;
    return fetch(url, { headers: { 'API-Key': this.key } });
  }
}

async function jsonOf(response) {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  return response.json();
}
