import { OPERATIONS, resolved } from './operations.mjs';
import { CSV, PNG, SVG } from './property.mjs';

export const NOWHERE = '999999999';

export const isId = (name) => /(^|_)id$/.test(name) && name !== 'provider_id';

/** An account with its asset, and the id of one resource of each kind in it, as a client finds them. */
export class Fixtures {
  ids = new Map();
  numbers = 0;

  /** @param name of the account and of its asset */
  static async find(deployment, name) {
    const fixtures = new Fixtures();
    fixtures.name = name;
    fixtures.isReader = deployment.isForeign;
    fixtures.clients = Object.fromEntries(
      deployment.apis.map((api) => [api, deployment.client(deployment.keys.all, api)]),
    );
    for (const api of deployment.apis)
      for (const operation of OPERATIONS)
        if (operation.api === api)
          for (const at of operation.path.matchAll(/\{[^}]+\}/g))
            await fixtures.id(api, operation.path.slice(0, at.index + at[0].length), deployment.isForeign);
    return fixtures;
  }

  get asset() {
    return this.ids.get('main /v1/assets/{asset}');
  }

  get account() {
    return this.ids.get('main /v1/accounts/{account}');
  }

  /** The id of the thing at `/v1/.../units/{unit}`. */
  async id(api, template, mayLack = false) {
    const key = `${api} ${template}`;
    if (!this.ids.has(key))
      this.ids.set(key, await this.look(api, template).catch(mayLack ? () => NOWHERE : undefined));
    return this.ids.get(key);
  }

  async look(api, template) {
    if (template.endsWith('{transaction}')) return this.isReader ? NOWHERE : this.openTransaction(template);
    if (template.endsWith('{publication}')) return this.publication(api, template);
    const items = await this.list(api, template);
    const mine = /\/\{(account|asset)\}$/.test(template)
      ? items.find(({ name }) => name === (this.name ?? name))
      : items[0];
    if (!mine) throw new Error(`There is nothing at ${template}`);
    return mine.id;
  }

  async list(api, template) {
    const path = this.path(api, template.slice(0, template.lastIndexOf('/')));
    const { status, body, text } = await this.clients[api].get(`${path}?per-page=1000`);
    if (status !== 200) throw new Error(`${path} answers ${status} ${text}`);
    return body.data;
  }

  /** The last of a list, for what goes by being used; it is another one each time. */
  async spare(api, template) {
    if (template.endsWith('{transaction}')) return this.openTransaction(template);
    const items = await this.list(api, template);
    return items.at(-1).id;
  }

  /** The number of the last publication; something is published where nothing was. */
  async publication(api, template) {
    const [last] = await this.list(api, template);
    if (last || this.isReader) return last ? String(last.number) : NOWHERE;
    const process = this.path(api, template.replace('/publications/{publication}', ''));
    const number = await this.publish(process);
    // Each process numbers its own: another account's has a number that ours lacks.
    return this.name === 'First' ? number : this.publish(process, 2000);
  }

  /** Publishes an entry that reaches no unit. @returns the number of the publication */
  async publish(process, price = 1000) {
    const entry = { unit_number: 'nowhere', provider_id: 'nobody', price, available_on: '2030-01-01' };
    const answer = await this.clients.main.post(`${process}/ingest?commit=1`, [entry]);
    if (answer.status !== 200) throw new Error(`Nothing is published: ${answer.status} ${answer.text}`);
    return String(answer.body.report.publication);
  }

  /** One is open on the process, whoever opened it. */
  async openTransaction(template) {
    const ingest = this.path('main', template.replace('/transactions/{transaction}', '/ingest'));
    const answer = await this.clients.main.post(ingest);
    const link = /transactions\/(\d+)/.exec(answer.headers.link ?? '');
    if (!link) throw new Error(`No transaction: ${answer.status} ${answer.text}`);
    return link[1];
  }

  /** The path with ids in it. @param replaced ids to be there instead, by parameter */
  path(api, template, replaced = {}) {
    return template.replace(/\{([^}]+)\}/g, (parameter, name, at) => {
      const id = replaced[name] ?? this.ids.get(`${api} ${template.slice(0, at + parameter.length)}`);
      if (id === undefined) throw new Error(`No id for ${parameter} in ${template}`);
      return id;
    });
  }

  /** The id that a field of a body of this path means. */
  idFor(field, api, path) {
    if (field === 'account_id') return this.account;
    if (field === 'asset_id') return this.asset;
    const name = field.replace(/_id$/, '').replaceAll('_', '-');
    const own = field === 'id' ? ownPlace(path) : undefined;
    const inPath = path.indexOf(`{${name}}`);
    if (inPath >= 0) return this.ids.get(`${api} ${path.slice(0, inPath + name.length + 2)}`);
    if (own) return this.ids.get(`${api} ${own}`);
    const places = [...this.ids.keys()].filter((key) => key.endsWith(`{${name}}`));
    return this.ids.get(places.sort((a, b) => shared(b, `${api} ${path}`) - shared(a, `${api} ${path}`))[0]);
  }

  /** A body that the operation takes: its example, with the ids of these fixtures; undefined when it takes none. */
  body({ api, path, content, method }) {
    const [type] = Object.keys(content);
    if (!type) return undefined;
    const value = this.adapt(exampleOf(api, content[type]), api, path, method);
    if (type === 'application/json') return { type, value, raw: JSON.stringify(value) };
    return formOf(value, resolved(api, content[type].schema), content[type].encoding);
  }

  adapt(value, api, path, method) {
    if (Array.isArray(value)) return value.map((item) => this.adapt(item, api, path, method));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, held]) => {
        if (isId(name) && typeof held === 'string') return [name, this.idFor(name, api, path)];
        if (method === 'POST' && typeof held === 'string' && ['name', 'key'].includes(name))
          return [name, `${held}${name === 'key' ? '-' : ' '}${++this.numbers}`.toLowerCase()];
        return [name, this.adapt(held, api, path, method)];
      }),
    );
  }
}

/** What an `id` in a body of this path names: the last thing in it, or in the items of a list, one of the list. */
function ownPlace(path) {
  if (path.endsWith('}')) return path;
  return OPERATIONS.find((each) => each.path.startsWith(`${path}/{`) && each.path.endsWith('}'))?.path;
}

function exampleOf(api, { schema, example, examples = {} }) {
  const shown = example ?? (examples.urls_per_unit ?? examples.custom ?? Object.values(examples)[0])?.value;
  return structuredClone(shown ?? resolved(api, schema).example ?? {});
}

/** Fields of bodies that hold ids, as `data.0.unit_id`. */
export function idsIn(value, path = '') {
  if (Array.isArray(value)) return value.flatMap((item, at) => idsIn(item, `${path}${at}.`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, held]) =>
    typeof held === 'string' && isId(name) ? [path + name] : idsIn(held, `${path}${name}.`),
  );
}

export function withField(value, field, to) {
  const copy = structuredClone(value);
  const steps = field.split('.');
  const last = steps.pop();
  steps.reduce((held, step) => held[step], copy)[last] = to;
  return copy;
}

const shared = (a, b) => {
  const at = [...a].findIndex((letter, index) => letter !== b[index]);
  return at < 0 ? a.length : at;
};

const BOUNDARY = 'blackbox-7d1c';

/** The value as a form, with files where the schema wants them. */
export function formOf(value, schema, encoding = {}) {
  const parts = [];
  const isFile = (name) => schema.properties?.[name]?.format === 'binary';
  for (const [name, held] of Object.entries(value ?? {}).filter(([each]) => !isFile(each)))
    for (const each of Array.isArray(held) ? held : [held])
      parts.push({ name, content: typeof each === 'string' ? each : JSON.stringify(each) });
  for (const name of Object.keys(schema.properties ?? {}).filter(isFile)) {
    const file = fileOf(encoding[name]?.contentType ?? '');
    if (file) parts.push({ name, ...file });
  }
  return { type: `multipart/form-data; boundary=${BOUNDARY}`, value, raw: encodeForm(parts, BOUNDARY) };
}

function fileOf(types) {
  if (types.includes('svg')) return { content: SVG, file: 'map.svg', type: 'image/svg+xml' };
  if (types.includes('csv')) return { content: CSV, file: 'data.csv', type: 'text/csv' };
  if (types.includes('png')) return { content: PNG, file: 'pixel.png', type: 'image/png' };
  return undefined;
}

/** @param parts each with `name`, `content`, and for a file `file` and `type` */
export function encodeForm(parts, boundary) {
  const chunks = parts.flatMap(({ name, content, file, type }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`,
    file === undefined ? '' : `; filename="${file}"`,
    type === undefined ? '' : `\r\nContent-Type: ${type}`,
    '\r\n\r\n',
    content,
    '\r\n',
  ]);
  return Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk)));
}
