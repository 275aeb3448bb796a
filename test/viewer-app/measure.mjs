/**
 * `node test/viewer-app/measure.mjs` measures the figures of docs/viewer.md: sizes of what a browser loads, how a phone loads a page of
 * 500 homes and a laptop one of 3,000 on 40 floors, and Chrome's trace of dragging and zooming a plan of 5,000 homes, with the CPU
 * slowed down four times.
 * Requires a browser (CHROMIUM_PATH) and the built viewer (`npm run build`).
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';

const BUILD = join(import.meta.dirname, '../../dist/viewer');
const CLIENT = join(BUILD, 'client');
const HOMES = 5000;
/** Units of one property with filters, descriptions and links. */
const LARGE = 500;
const TOWER = { homes: 3000, floors: 40 };
/** The phone that Lighthouse emulates. */
const PHONE_NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_638_400 / 8,
  uploadThroughput: 768_000 / 8,
};
const COLUMNS = 100;
const SLOWED = 4;
const LONG_MS = 50;
const TODAY = '2026-11-22';

const manifest = JSON.parse(readFileSync(join(CLIENT, 'manifest.json'), 'utf8'));
const { renderPage } = await import(join(BUILD, 'server/render.js'));

const STATES = ['available', 'upcoming', 'unavailable'];
const unit = (i, perFloor) => ({
  id: String(i),
  number: String(1000 + i),
  building_id: 'b',
  floor_id: `f${Math.floor(i / perFloor)}`,
  floor_plan_id: `p${i % 3}`,
  area: 500 + (i % 700),
  availability: STATES[i % 3],
  ...(i % 3 < 2 && { price: 1500 + (i % 900), available_on: i % 3 ? '2027-01-15' : TODAY }),
});

function makeDocument(count, floors = 1) {
  const perFloor = count / floors;
  const units = Array.from({ length: count }, (_, i) => unit(i, perFloor));
  const levels = Array.from({ length: floors }, (_, i) => i);
  const named = (id, name) => ({ id, name, label: name, short_label: name });
  const plan = (id) => ({ id: `p${id}`, name: `P${id}`, bedroom_count: id, bathroom_count: 1 });
  const asset = {
    id: 'a',
    uuid: '307e5598-7c50-4d19-82d0-96a19b9abde8',
    name: 'Long House',
    address: { city: 'Brooklyn', country: 'USA' },
    currency: 'USD',
    time_zone: 'America/New_York',
    area_unit: 'sqft',
    state: 'live',
    buildings: [named('b', 'Main')],
    floors: levels.map((i) => named(`f${i}`, `Level ${i + 1}`)),
    floor_plans: [0, 1, 2].map(plan),
    units,
    ...offers(units),
    links: [],
    markers: [],
    maps: levels.map((i) => ({
      id: `m${i}`,
      name: `Level ${i + 1}`,
      tags: [],
      instance_keys: [],
      style: 'a',
      floor_ids: [`f${i}`],
      building_ids: ['b'],
      url: '/plan.umap',
      backgrounds: [],
      unit_ids: units.slice(i * perFloor, (i + 1) * perFloor).map(({ id }) => id),
    })),
  };
  const shared = { kind: 'embed', key: 'k', name: 'Map', tags: [], state: 'live', today: TODAY };
  return { version: 2, ...shared, assets: [asset] };
}

function offers(units) {
  const ids = units.map(({ id }) => id);
  const part = (at, of) => ids.filter((_, i) => i % of === at);
  const options = (count, of) =>
    Array.from({ length: count }, (_, i) => ({ id: `o${i}`, label: `Option ${i}`, ...of(i) }));
  const filter = (type, options, more) => ({ id: type, name: type, label: type, type, options, ...more });
  const link = (type, more) => ({
    id: type,
    name: type,
    label: type,
    type,
    open_in_new_window: true,
    show_icon_in_list: false,
    ...more,
  });
  const urls = Object.fromEntries(ids.map((id) => [id, `https://www.example.com/tours/${id}`]));
  return {
    filters: [
      filter(
        'custom',
        options(2, (i) => ({ unit_ids: part(i, 2) })),
      ),
      filter(
        'floor_plan',
        options(3, (i) => ({ floor_plan_id: `p${i}` })),
      ),
      filter(
        'range',
        options(3, (i) => ({ min: 1500 + 300 * i, max: 1800 + 300 * i })),
        { range_type: 'unit_price' },
      ),
    ],
    description_groups: ['Views', 'Finishes'].map((name) => ({
      id: name,
      name,
      descriptions: [0, 1].map((at) => ({
        id: `${name}${at}`,
        label: name,
        html: '<p>Oak floors, white walls.</p><ul><li>Dishwasher</li><li>Washer and dryer</li></ul>',
        unit_ids: part(at, 2),
      })),
    })),
    unit_links: [link('urls_per_unit', { urls }), link('iframe_api', { event_key: 'ask' })],
  };
}

/** Rooms with a notch, of six corners each. */
function makeUmap(count) {
  const shapes = Array.from({ length: count }, (_, i) => {
    const [x, y] = [(i % COLUMNS) * 20, Math.floor(i / COLUMNS) * 20];
    const path = `M${x} ${y}L${x + 18} ${y}L${x + 18} ${y + 12}L${x + 12} ${y + 12}L${x + 12} ${y + 18}L${x} ${y + 18}Z`;
    return { id: `s${i}`, path, label: { x: x + 8, y: y + 7 }, unit_id: String(i) };
  });
  return { format: 'umap', version: 1, view_box: { x: 0, y: 0, width: 2000, height: 1000 }, shapes };
}

function page(count, floors) {
  const urls = { self: '/', canonical: 'https://maps.example.com/embed/k', document: '/d', assets: '/assets/' };
  const document = makeDocument(count, floors);
  return renderPage({ document, state: 'live', options: {}, locale: 'en-US', today: TODAY, urls, manifest, nonce: 'n' })
    .html;
}

const gzipped = (body) => gzipSync(body, { level: 9 }).length;
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

function printSizes() {
  const sizeOf = (names) => names.reduce((sum, name) => sum + gzipped(readFileSync(join(CLIENT, name))), 0);
  console.log(`script: ${kB(sizeOf([manifest.script, ...manifest.imports]))} gzip`);
  for (const name of ['style', 'loader']) console.log(`${name}: ${kB(sizeOf([manifest[name]]))} gzip`);
  console.log(`document of ${LARGE} homes: ${kB(gzipped(JSON.stringify(makeDocument(LARGE))))} gzip`);
  console.log(`page of ${LARGE} homes: ${kB(gzipped(page(LARGE)))} gzip`);
  console.log(`compiled map of ${LARGE} shapes: ${kB(gzipped(JSON.stringify(makeUmap(LARGE))))} gzip`);
}

async function serve(homes, floors = 1) {
  const files = {
    '/': ['text/html', page(homes, floors)],
    '/plan.umap': ['application/json', JSON.stringify(makeUmap(homes / floors))],
  };
  const server = createServer(({ url }, response) => {
    const asset = url.startsWith('/assets/') ? join(CLIENT, url.slice('/assets/'.length)) : undefined;
    const [type, body] = files[url] ?? [url.endsWith('.css') ? 'text/css' : 'text/javascript', undefined];
    if (body === undefined && !(asset && existsSync(asset))) return response.writeHead(404).end();
    response
      .writeHead(200, { 'Content-Type': type, 'Content-Encoding': 'gzip' })
      .end(gzipSync(body ?? readFileSync(asset)));
  });
  await new Promise((settle) => server.listen(0, '127.0.0.1', settle));
  return server;
}

/** CPU time of the tasks of the page's main thread in ms, longest first, so that other programs do not count. */
function tasksOf(trace) {
  const { traceEvents } = JSON.parse(trace.toString());
  const isMain = ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain';
  const mains = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid}/${tid}`));
  const isTask = ({ name, ph, pid, tid }) =>
    name === 'ThreadControllerImpl::RunTask' && ph === 'X' && mains.has(`${pid}/${tid}`);
  return traceEvents
    .filter(isTask)
    .map(({ tdur = 0 }) => tdur / 1000)
    .sort((a, b) => b - a);
}

async function traced(browser, tab, act) {
  // Not devtools.timeline: to report a layout, it counts all objects of the page within the measured task.
  const categories = ['toplevel'];
  await browser.startTracing(tab, { categories });
  await act();
  return tasksOf(await browser.stopTracing());
}

function print(what, tasks) {
  const long = tasks.filter((ms) => ms > LONG_MS);
  console.log(`${what}: longest task ${tasks[0].toFixed(1)} ms, ${long.length} of ${tasks.length} over ${LONG_MS} ms`);
}

/** Largest Contentful Paint, Total Blocking Time and Cumulative Layout Shift, as Lighthouse defines them. */
async function load(browser) {
  const server = await serve(LARGE);
  const tab = await browser.newPage({ viewport: { width: 360, height: 740 } });
  await tab.addInitScript(() => {
    globalThis.vitals = { lcp: 0, cls: 0 };
    const watch = (type, note) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
    watch('largest-contentful-paint', ({ startTime }) => (vitals.lcp = startTime));
    watch('layout-shift', ({ value }) => (vitals.cls += value));
  });
  const session = await tab.context().newCDPSession(tab);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', PHONE_NETWORK);
  const tasks = await traced(browser, tab, async () => {
    await tab.goto(`http://127.0.0.1:${server.address().port}/`);
    await tab.waitForFunction((count) => document.querySelectorAll('[role=option]').length === count, LARGE);
    await tab.waitForTimeout(2000);
  });
  const tbt = tasks.reduce((sum, ms) => sum + Math.max(0, ms - LONG_MS), 0);
  const { lcp, cls } = await tab.evaluate('vitals');
  console.log(
    `loading ${LARGE} homes on a phone: LCP ${(lcp / 1000).toFixed(2)} s, TBT ${tbt.toFixed(0)} ms, CLS ${cls.toFixed(3)}`,
  );
  await tab.close();
  server.close();
}

/** A property of many floors on a laptop. */
async function loadTower(browser) {
  const { homes, floors } = TOWER;
  const server = await serve(homes, floors);
  const tab = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const tasks = await traced(browser, tab, async () => {
    await tab.goto(`http://127.0.0.1:${server.address().port}/`);
    await tab.waitForFunction((count) => document.querySelectorAll('[role=option]').length === count, homes / floors);
    await tab.waitForTimeout(2000);
  });
  print(`loading ${homes} homes on ${floors} floors`, tasks);
  await tab.close();
  server.close();
}

async function measure() {
  printSizes();
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc'],
  });
  await load(browser);
  await loadTower(browser);
  await drag(browser);
  await browser.close();
}

async function drag(browser) {
  const server = await serve(HOMES);
  const tab = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await tab.goto(`http://127.0.0.1:${server.address().port}/`);
  await tab.waitForFunction((count) => document.querySelectorAll('[role=option]').length === count, HOMES);
  await tab.waitForTimeout(1000);
  const session = await tab.context().newCDPSession(tab);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  const point = async () => {
    await tab.mouse.move(900, 450);
    await tab.waitForTimeout(500);
  };
  const move = async () => {
    await tab.mouse.down();
    for (let i = 0; i < 60; i++) await tab.mouse.move(900 - i * 6, 450 + (i % 12) * 6);
  };
  const drop = () => tab.mouse.up().then(() => tab.waitForTimeout(1500));
  await tab.evaluate('gc()'); // so that garbage of loading is not collected while the plan is dragged
  print('pointing at a home', await traced(browser, tab, point));
  print('dragging the whole plan', await traced(browser, tab, move));
  print('letting it go', await traced(browser, tab, drop));
  const enlarge = async () => {
    for (let i = 0; i < 6; i++) await tab.keyboard.down('Control').then(() => tab.mouse.wheel(0, -60));
    await tab.keyboard.up('Control');
    await tab.waitForTimeout(2000);
  };
  print('enlarging it', await traced(browser, tab, enlarge));
  await point();
  print('dragging it enlarged', await traced(browser, tab, move));
  print('letting it go', await traced(browser, tab, drop));
  await tab.close();
  server.close();
}

await measure();
