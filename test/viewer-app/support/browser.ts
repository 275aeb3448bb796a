import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { describeInBrowser, openBrowser } from '../browser.js';
import { Site } from './site.js';

export interface Setting {
  site: Site;
  open(path: string, options?: BrowserContextOptions): Promise<Page>;
}

/** Tests against the site of the fixture, each with a page of its own. */
export function describeWithSite(name: string, tests: (setting: Setting) => void): void {
  describeInBrowser(name, () => {
    let browser: Browser;
    const setting = { open: (path, options) => openPage(browser, setting.site.url + path, options) } as Setting;
    beforeAll(async () => {
      setting.site = await Site.start();
      browser = await openBrowser();
    });
    afterEach(() => Promise.all(browser?.contexts().map((context) => context.close()) ?? []));
    afterAll(async () => {
      await browser?.close();
      await setting.site?.stop();
    });
    tests(setting);
  });
}

/** Errors and policy violations that a page reports. */
export const complaints = new WeakMap<Page, string[]>();

async function openPage(browser: Browser, url: string, options?: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    ...options,
  });
  const page = await context.newPage();
  const heard: string[] = [];
  complaints.set(page, heard);
  page.on('pageerror', ({ message }) => heard.push(message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (404|429|503)/.test(message.text())) heard.push(message.text());
  });
  await page.goto(url);
  return page;
}

/** Number of rows that represent all rows of a list. */
const ROWS = 3;

/** Shown while the plan is enlarged. Whether it is when a card opens depends on the size of texts. */
const PAD = '- group "Move the plan":';

/** The accessibility tree as text, with only the first rows of long lists. */
export async function ariaOutline(page: Page): Promise<string> {
  const lines = (await page.locator('body').ariaSnapshot()).replace(/[\u00a0\u202f]/g, ' ').split('\n');
  const kept: string[] = [];
  const counts: number[] = [];
  let foldedFrom = Infinity;
  for (const line of lines) {
    const depth = line.search(/\S/) / 2;
    if (depth > foldedFrom) continue;
    foldedFrom = Infinity;
    counts.length = depth + 1;
    counts[depth] = /^ *- (listitem|option)\b/.test(line) ? (counts[depth] ?? 0) + 1 : 0;
    if (line.trim() === PAD || counts[depth] > ROWS) foldedFrom = depth;
    else kept.push(line);
    if (counts[depth] === ROWS + 1) kept.push(`${' '.repeat(2 * depth)}- ...`);
  }
  return kept.join('\n');
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface AxeResult {
  violations: string[];
  incomplete: string[];
}

type AxeNodes = { id: string; nodes: { target: string[] }[] }[];
interface Axe {
  run(options: object): Promise<{ violations: AxeNodes; incomplete: AxeNodes }>;
}

/**
 * Checks all rules for WCAG 2.2 A and AA, and best practices: each violation with its nodes. If axe cannot determine the background
 * of a text (it is scrolled out of view, or an image is near), its contrast with the nearest background is computed here.
 */
export async function runAxe(page: Page): Promise<AxeResult> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe };
    const { violations, incomplete } = await axe.run({ rules: { 'target-size': { enabled: true } } });
    const channels = (colour: string) => colour.match(/[\d.]+/g)!.map(Number);
    const luminance = (colour: string) => {
      const [red, green, blue] = channels(colour).map((channel) => {
        const part = channel / 255;
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
    };
    const isSolid = (colour: string) => colour.startsWith('rgb(') || (channels(colour)[3] ?? 0) > 0.9;
    const canBeRead = (selector: string) => {
      const text = document.querySelector(selector)!;
      if (text.closest('svg')) return true; // labels of the plan are tested by styles.spec.ts
      let ground: Element | null = text;
      while (ground && !isSolid(getComputedStyle(ground).backgroundColor)) ground = ground.parentElement;
      const colours = [text, ground ?? document.body].map((each, i) => {
        const style = getComputedStyle(each);
        return luminance(i === 0 ? style.color : ground ? style.backgroundColor : 'rgb(255, 255, 255)');
      });
      const [dark, light] = colours.sort((a, b) => a - b) as [number, number];
      return (light + 0.05) / (dark + 0.05) >= 4.5;
    };
    const summarized = (nodes: AxeNodes) =>
      nodes.flatMap(({ id, nodes: each }) => each.map(({ target }) => [id, target.join(' ')] as const));
    const unclear = summarized(incomplete).filter(([id, selector]) => id !== 'color-contrast' || !canBeRead(selector));
    const line = ([id, selector]: readonly [string, string]) => `${id}: ${selector}`;
    return { violations: summarized(violations).map(line), incomplete: unclear.map(line) };
  });
}
