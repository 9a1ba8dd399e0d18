/** The Chromium of this machine, for tests and for the site. */
import { existsSync } from 'node:fs';

export const BROWSERS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = ['--headless', '--no-sandbox', '--no-first-run', '--disable-background-networking'];

/** How long a browser may take to start where other programs run as well. */
export const START_MS = 180_000;

/**
 * @param {readonly string[]} flags - Beside those that every start has.
 * @returns {Promise<import('playwright-core').Browser>}
 * @throws Error where there is no Chromium in the usual places, and CHROMIUM names no other.
 */
export async function startChromium(flags = []) {
  const executablePath = process.env.CHROMIUM ?? BROWSERS.find((path) => existsSync(path));
  if (executablePath === undefined)
    throw new Error(`Chromium: expected one of ${BROWSERS.join(', ')} or CHROMIUM to name it`);
  const { chromium } = await import('playwright-core');
  return chromium.launch({ executablePath, args: [...FLAGS, ...flags], timeout: START_MS });
}
