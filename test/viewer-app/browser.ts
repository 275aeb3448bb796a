import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

/** The headless shell first: it takes half the CPU time of a whole browser. */
const INSTALLED = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const executablePath = process.env['CHROMIUM_PATH'] ?? INSTALLED.find((path) => existsSync(path));

export const browserIsInstalled = executablePath !== undefined;

/** Suites are skipped, and counted as skipped, if no browser is installed; with `REQUIRE_BROWSER=1` they fail instead. */
export const describeInBrowser = executablePath || process.env['REQUIRE_BROWSER'] ? describe : describe.skip;

export async function openBrowser(): Promise<Browser> {
  if (!executablePath) throw new Error('No Chromium was found: set CHROMIUM_PATH');
  const args = ['--no-sandbox', '--disable-gpu', '--js-flags=--expose-gc'];
  const browser = await chromium.launch({ executablePath, args });
  // A busy machine may draw no frame for half a minute, which is Playwright's own limit of each action.
  browser.on('context', (context) => context.setDefaultTimeout(100_000));
  return browser;
}
