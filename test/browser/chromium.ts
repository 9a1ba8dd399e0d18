import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
const FLAGS = ['--headless', '--no-sandbox', '--no-first-run', '--disable-background-networking'];

/** How long a browser may take to start where other programs run as well. */
export const START_MS = 180_000;

/** Starts the Chromium of this machine. */
export function startChromium(flags: readonly string[] = []): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? PLACES.find((path) => existsSync(path));
  if (executablePath === undefined)
    throw new Error(`Chromium: expected one of ${PLACES.join(', ')} or CHROMIUM to name it`);
  return chromium.launch({ executablePath, args: [...FLAGS, ...flags], timeout: START_MS });
}
