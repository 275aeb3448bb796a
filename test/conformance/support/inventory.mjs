import { SPECIFIED } from '../../support/contract.mjs';
import { isObject } from './server.mjs';

const PAGE = 'per-page=1000';

/** Reads every page of every list of the contract for everything that the key sees, and the files that they name. */
export async function readEverything({ main, second }) {
  for (const [server, api] of [
    [main, 'main'],
    [second, 'ai'],
  ])
    if (server) await new Inventory(server, api).read();
}

class Inventory {
  /** items by path */
  lists = new Map();
  files = new Set();

  constructor(server, api) {
    this.server = server;
    this.paths = SPECIFIED.filter((each) => each.api === api && each.method === 'GET' && each.returns !== 'resource');
  }

  async read() {
    for (const { path } of this.paths)
      for (const list of await this.expanded(path.split('/').slice(1))) await this.itemsOf(list);
    for (const file of this.files) await this.server.get(file);
  }

  /** The path once for each id of the lists that its parameters refer to. */
  async expanded(segments) {
    let places = [''];
    for (const segment of segments) {
      const next = [];
      for (const place of places)
        for (const value of segment.startsWith('{') ? await this.idsOf(place) : [segment])
          next.push(`${place}/${value}`);
      places = next;
    }
    return places;
  }

  async idsOf(list) {
    return (await this.itemsOf(list)).flatMap(({ id }) => id ?? []);
  }

  async itemsOf(list) {
    if (this.lists.has(list)) return this.lists.get(list);
    const items = [];
    this.lists.set(list, items);
    let url = `${list}?${PAGE}${list.endsWith('/entries') ? '&flat-pricing=0' : ''}`;
    while (url) {
      const { body } = await this.server.get(url);
      items.push(...[body?.data ?? []].flat(2).filter(isObject));
      url = body?.paging?.next_url;
    }
    for (const item of items) this.collectFiles(item, list.endsWith('/maps'));
    return items;
  }

  /** Images and drawings on this server. Only the `url` of a map names a file; elsewhere it names a page. */
  collectFiles(item, isMap) {
    for (const [name, value] of Object.entries(item))
      if (/(image|source)_url$/.test(name) || (isMap && name === 'url')) this.addFile(value);
      else if (Array.isArray(value)) for (const each of value) if (isObject(each)) this.collectFiles(each, false);
  }

  /** Sends the key only to this server. */
  addFile(url) {
    if (typeof url === 'string' && url.startsWith(`${this.server.base}/`)) this.files.add(url);
  }
}
