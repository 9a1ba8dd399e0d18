/**
 * The built site in Chromium, page by page: axe finds no barrier in light and in dark, nothing is wider than a phone, no request
 * goes to another host, no script fails, and the search finds a page.
 */
import axe from 'axe-core';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { startChromium } from '../chromium.mjs';
import { serveFolder } from './serve.mjs';

/** The site must work below any address, as on GitHub Pages. */
const BELOW = '/some/where';
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };

/**
 * @param {string} folder Of the built site.
 * @param {string[]} pages Paths to look at.
 * @param {string | undefined} screenshots Where pictures go, if anywhere.
 * @returns {Promise<string[]>} A line for each finding.
 */
export async function checkInBrowser(folder, pages, screenshots) {
  const server = await serveFolder(folder, BELOW);
  const { origin } = server;
  const browser = await startChromium(['--disable-gpu']);
  const findings = [];
  try {
    for (const colorScheme of ['light', 'dark']) {
      const context = await browser.newContext({ colorScheme, viewport: DESK });
      const page = await context.newPage();
      let at = '';
      page.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(origin) && !url.startsWith('data:') && !url.startsWith('blob:'))
          findings.push(`${at}: a request to ${url}`);
      });
      page.on('pageerror', (error) => findings.push(`${at}: ${error.message}`));
      page.on('response', (response) => {
        if (response.status() >= 400) findings.push(`${at}: ${response.status()} for ${response.url()}`);
      });
      for (const path of pages) {
        at = `${path}, ${colorScheme}`;
        await page.setViewportSize(DESK);
        await page.goto(`${origin}${BELOW}/${path}`);
        findings.push(...(await barriers(page)).map((line) => `${at}: ${line}`));
        await shoot(page, screenshots, `${path}-${colorScheme}-wide`);
        await page.setViewportSize(PHONE);
        await shoot(page, screenshots, `${path}-${colorScheme}-phone`);
        // Widths and what a phone shows do not depend on colours.
        if (colorScheme === 'dark') continue;
        const width = await page.evaluate('document.documentElement.scrollWidth');
        if (width > PHONE.width) findings.push(`${at}: ${width} pixels wide on a phone of ${PHONE.width}`);
        findings.push(...(await barriers(page)).map((line) => `${at}, on a phone: ${line}`));
      }
      at = `search, ${colorScheme}`;
      findings.push(...(await checkSearch(page, origin)).map((line) => `${at}: ${line}`));
      await shoot(page, screenshots, `search-${colorScheme}`);
      await context.close();
    }
    return findings;
  } finally {
    await browser.close();
    await server.close();
  }
}

async function barriers(page) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate('axe.run()');
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.length}: ${nodes[0].html.slice(0, 200)})`);
}

async function checkSearch(page, origin) {
  await page.goto(`${origin}${BELOW}/docs/data.html`);
  await page.click('#open-menu');
  const menu = await page.isVisible('#menu');
  await page.click('#open-menu');
  await page.fill('#search', 'createEnginePolicy');
  await page.waitForSelector('#results li a');
  const links = await page.$$eval('#results li a', (found) => found.map(({ href }) => href));
  return [
    ...(menu ? [] : ['the menu does not open']),
    ...(links.some((href) => href.includes('createEnginePolicy'))
      ? []
      : [`createEnginePolicy is not found: ${links.join(', ')}`]),
    ...(await barriers(page)),
  ];
}

async function shoot(page, screenshots, name) {
  if (screenshots === undefined) return;
  mkdirSync(screenshots, { recursive: true });
  await page.screenshot({ path: join(screenshots, `${name.replaceAll('/', '_')}.png`) });
}
