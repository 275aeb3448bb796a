/**
 * `node test/viewer-app/measure.mjs`: the figures of docs/viewer.md. Sizes of what a browser loads, and Chrome's own trace of a
 * plan of 5,000 homes that is dragged and zoomed on a processor slowed four times. Needs a browser (CHROMIUM_PATH) and the
 * built viewer (`npm run build`).
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';

const BUILD = join(import.meta.dirname, '../../dist/viewer');
const CLIENT = join(BUILD, 'client');
const HOMES = 5000;
const COLUMNS = 100;
const SLOWED = 4;
const LONG_MS = 50;
const TODAY = '2026-11-22';

const manifest = JSON.parse(readFileSync(join(CLIENT, 'manifest.json'), 'utf8'));
const { renderPage } = await import(join(BUILD, 'server/render.js'));

const STATES = ['available', 'upcoming', 'unavailable'];
const unit = (i) => ({
  id: String(i),
  number: String(1000 + i),
  building_id: 'b',
  floor_id: 'f',
  floor_plan_id: `p${i % 3}`,
  area: 500 + (i % 700),
  availability: STATES[i % 3],
  ...(i % 3 < 2 && { price: 1500 + (i % 900), available_on: i % 3 ? '2027-01-15' : TODAY }),
});

function makeDocument(count) {
  const units = Array.from({ length: count }, (_, i) => unit(i));
  const named = (id, name) => ({ id, name, label: name, short_label: name });
  const plan = (id) => ({ id: `p${id}`, name: `P${id}`, bedroom_count: id, bathroom_count: 1 });
  const asset = {
    id: 'a',
    uuid: '307e5598-7c50-4d19-82d0-96a19b9abde8',
    name: 'Long House',
    address: { city: 'Brooklyn', country: 'USA' },
    currency: 'USD',
    area_unit: 'sqft',
    state: 'live',
    buildings: [named('b', 'Main')],
    floors: [named('f', 'Level 1')],
    floor_plans: [0, 1, 2].map(plan),
    units,
    filters: [],
    description_groups: [],
    unit_links: [],
    links: [],
    markers: [],
    maps: [
      {
        id: 'm',
        name: 'Level 1',
        tags: [],
        instance_keys: [],
        style: 'a',
        floor_ids: ['f'],
        building_ids: ['b'],
        url: '/plan.umap',
        backgrounds: [],
        unit_ids: units.map(({ id }) => id),
      },
    ],
  };
  const shared = { kind: 'embed', key: 'k', name: 'Map', tags: [], state: 'live', today: TODAY };
  return { version: 2, ...shared, assets: [asset] };
}

/** Rooms with a notch: six corners each. */
function makeUmap(count) {
  const shapes = Array.from({ length: count }, (_, i) => {
    const [x, y] = [(i % COLUMNS) * 20, Math.floor(i / COLUMNS) * 20];
    const path = `M${x} ${y}L${x + 18} ${y}L${x + 18} ${y + 12}L${x + 12} ${y + 12}L${x + 12} ${y + 18}L${x} ${y + 18}Z`;
    return { id: `s${i}`, path, label: { x: x + 8, y: y + 7 }, unit_id: String(i) };
  });
  return { format: 'umap', version: 1, view_box: { x: 0, y: 0, width: 2000, height: 1000 }, shapes };
}

function page(count) {
  const urls = { self: '/', canonical: 'https://maps.example.com/embed/k', document: '/d', assets: '/assets/' };
  const document = makeDocument(count);
  return renderPage({ document, state: 'live', options: {}, locale: 'en-US', today: TODAY, urls, manifest, nonce: 'n' })
    .html;
}

const gzipped = (body) => gzipSync(body, { level: 9 }).length;
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

function printSizes() {
  for (const name of ['script', 'style', 'loader'])
    console.log(`${name}: ${kB(gzipped(readFileSync(join(CLIENT, manifest[name]))))} gzip`);
  console.log(`page of 500 homes: ${kB(gzipped(page(500)))} gzip`);
}

async function serve() {
  const files = {
    '/': ['text/html', page(HOMES)],
    '/plan.umap': ['application/json', JSON.stringify(makeUmap(HOMES))],
  };
  const server = createServer(({ url }, response) => {
    const asset = url.startsWith('/assets/') ? join(CLIENT, url.slice('/assets/'.length)) : undefined;
    const [type, body] = files[url] ?? [url.endsWith('.css') ? 'text/css' : 'text/javascript', undefined];
    if (body === undefined && !(asset && existsSync(asset))) return response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': type }).end(body ?? readFileSync(asset));
  });
  await new Promise((settle) => server.listen(0, '127.0.0.1', settle));
  return server;
}

/** Durations of the tasks of the page's main thread, in ms, longest first. */
function tasksOf(trace) {
  const { traceEvents } = JSON.parse(trace.toString());
  const isMain = ({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain';
  const mains = new Set(traceEvents.filter(isMain).map(({ pid, tid }) => `${pid}/${tid}`));
  const isTask = ({ name, ph, pid, tid }) => name === 'RunTask' && ph === 'X' && mains.has(`${pid}/${tid}`);
  return traceEvents
    .filter(isTask)
    .map(({ dur }) => dur / 1000)
    .sort((a, b) => b - a);
}

async function traced(browser, tab, act) {
  const categories = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];
  await browser.startTracing(tab, { categories });
  await act();
  return tasksOf(await browser.stopTracing());
}

function print(what, tasks) {
  const long = tasks.filter((ms) => ms > LONG_MS);
  console.log(`${what}: longest task ${tasks[0].toFixed(1)} ms, ${long.length} of ${tasks.length} over ${LONG_MS} ms`);
}

async function measure() {
  printSizes();
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const server = await serve();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const tab = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await tab.goto(`http://127.0.0.1:${server.address().port}/`);
  await tab.waitForFunction((count) => document.querySelectorAll('[role=option]').length === count, HOMES);
  await tab.waitForTimeout(1000);
  const session = await tab.context().newCDPSession(tab);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
  const drag = async () => {
    await tab.mouse.move(900, 450);
    await tab.mouse.down();
    for (let i = 0; i < 60; i++) await tab.mouse.move(900 - i * 6, 450 + (i % 12) * 6);
  };
  const drop = () => tab.mouse.up().then(() => tab.waitForTimeout(1500));
  print('dragging the whole plan', await traced(browser, tab, drag));
  print('letting it go', await traced(browser, tab, drop));
  for (let i = 0; i < 6; i++) await tab.keyboard.down('Control').then(() => tab.mouse.wheel(0, -60));
  await tab.keyboard.up('Control');
  await tab.waitForTimeout(2000);
  print('dragging it enlarged', await traced(browser, tab, drag));
  print('letting it go', await traced(browser, tab, drop));
  await browser.close();
  server.close();
}

await measure();
