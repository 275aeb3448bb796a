import { BootstrapError } from '../../apps/cli/bootstrap.mjs';

const UNITS = Array.from({ length: 20 }, (_, n) => `${100 + n}`);

/** A property whose prices are published repeatedly, and a key with all permissions. */
export const PROPERTY = `
keys: [{ name: clients, permissions: [service.*], accounts: all }]
assets:
  - name: Rolling
    display_name: Rolling
    market: multifamily
    address_line1: 12 Quay Street
    address_city: New York
    address_state: NY
    address_country: USA
    address_postal_code: '10004'
    buildings: [{ name: North }]
    floors: [{ name: Level 1, filter_label: Level 1, filter_short_label: L1, sort: 1 }]
    floor_plans: [{ name: A1, bedroom_count: 1, bathroom_count: 1, filter_label: One bedroom }]
    units:
${UNITS.map((number) => `      - { unit_number: '${number}', building: North, floor: Level 1, floor_plan: A1, area: 640 }`).join('\n')}
    pricing_processes: [{ name: Feed, type: push, pricing_strategy: revenue_management }]
`;

/** A client that publishes prices and changes units at alternating servers, and reads its writes at all of them. */
export class Traffic {
  requests = 0;
  round = 0;

  static async start(server, key) {
    const traffic = new Traffic();
    traffic.servers = [server];
    traffic.key = key;
    const { data: assets } = await traffic.ask(server, 'GET', '/v1/assets');
    traffic.path = `/v1/assets/${assets.find(({ name }) => name === 'Rolling').id}/multifamily`;
    const { data: processes } = await traffic.ask(server, 'GET', `${traffic.path}/pricing`);
    traffic.feed = `${traffic.path}/pricing/${processes[0].id}`;
    const { data: units } = await traffic.ask(server, 'GET', `${traffic.path}/units`);
    traffic.units = units;
    for (const { id, unit_number: provider_id } of units)
      await traffic.ask(server, 'PUT', `${traffic.feed}/units/${id}`, { id, provider_id });
    return traffic;
  }

  async rounds(count, title) {
    const before = this.requests;
    for (let left = count; left > 0; left--) await this.once();
    console.log(`${title}: ${this.requests - before} requests, no error`);
  }

  /** Runs rounds while the work takes place, and one more. */
  async during(title, work) {
    const before = this.requests;
    let isOver = false;
    const working = Promise.resolve(work()).finally(() => (isOver = true));
    working.catch(() => undefined); // reported below
    while (!isOver) await this.once();
    await working;
    await this.once();
    console.log(`${title}: ${this.requests - before} requests meanwhile, no error`);
  }

  async once() {
    const writer = this.servers[++this.round % this.servers.length];
    const price = 2000 + this.round;
    const entries = UNITS.map((unit_number) => ({
      unit_number,
      provider_id: unit_number,
      price,
      available_on: '2030-01-01',
      lease_term: 12,
    }));
    await this.ask(writer, 'POST', `${this.feed}/ingest?commit=1`, entries);
    const unit = this.units[this.round % this.units.length];
    const area = 600 + this.round;
    await this.ask(writer, 'PUT', `${this.path}/units/${unit.id}`, { ...unit, area });
    for (const reader of this.servers) {
      const { data: priced } = await this.ask(reader, 'GET', `${this.feed}/units`);
      expectSame(price, [...new Set(priced.map((unit) => unit.price))].join(), 'prices');
      const { data: sent } = await this.ask(reader, 'GET', `${this.feed}/entries`);
      expectSame(
        UNITS.map(() => price).join(),
        sent
          .flat()
          .map((entry) => entry.price)
          .join(),
        'entries',
      );
      expectSame(area, (await this.ask(reader, 'GET', `${this.path}/units/${unit.id}`)).area, 'area of a unit');
    }
  }

  async ask(server, method, path, body) {
    this.requests++;
    const headers = { 'API-Key': this.key, 'Content-Type': 'application/json' };
    const options = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const response = await fetch(server.base + path, options);
    const text = await response.text();
    if (!response.ok) throw new BootstrapError(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? {} : JSON.parse(text);
  }
}

function expectSame(written, read, what) {
  if (String(written) !== String(read)) throw new BootstrapError(`${what}: wrote ${written}, read ${read}`);
}
