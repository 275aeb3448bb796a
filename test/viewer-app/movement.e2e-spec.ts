import type { Page } from 'playwright-core';
import { describeWithSite } from './support/browser.js';
import { makeDocument } from './support/fixture.js';

const SHAPES = 5000;

interface TraceEvent {
  name: string;
  args: { data?: { nodeName?: string }; elementCount?: number };
}

/** A document with few homes among 5,000 shapes. */
function largeDocument() {
  return makeDocument(({ assets: [asset] }) => {
    const [map] = asset!.maps;
    const others = Array.from({ length: SHAPES - map!.unit_ids.length }, (_, i) => `other${i}`);
    asset!.markers = [];
    asset!.maps = [{ ...map!, url: '/files/large.umap', unit_ids: [...map!.unit_ids, ...others] }];
  });
}

/** Waits until the change has been painted. */
const painted = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((settle) => requestAnimationFrame(() => requestAnimationFrame(() => settle()))),
  );

describeWithSite('A movement of a plan of 5,000 shapes', (setting) => {
  it('paints none of them, and recalculates no style but its own', async () => {
    setting.site.documents.set('large', largeDocument());
    const page = await setting.open('/embed/large');
    await page.waitForFunction((count) => document.querySelectorAll('.shapes > g > path').length === count, SHAPES);
    await page.waitForFunction(() => !document.querySelector('.stage.scaling')); // redrawn at the new scale
    await page.mouse.move(800, 400);
    await painted(page);
    const browser = page.context().browser()!;
    await browser.startTracing(page, { categories: ['devtools.timeline'] });
    await page.mouse.down();
    for (let i = 1; i <= 20; i++) await page.mouse.move(800 + 8 * i, 400 + 2 * i);
    await painted(page);
    const moved = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
    await page.mouse.up();

    const named = (name: string) => moved.traceEvents.filter((event) => event.name === name);
    expect(named('EventDispatch').length).toBeGreaterThan(0);
    expect(named('Paint').map(({ args }) => args.data?.nodeName)).not.toContain("svg class='shapes'");
    expect(Math.max(0, ...named('UpdateLayoutTree').map(({ args }) => args.elementCount ?? 0))).toBeLessThan(50);
  });
});
