/**
 * Trains in the page from beginning to end, in Chromium, and writes what was seen: numbers over time, bytes over the wire, what axe
 * finds, and pictures, wide and of a phone, light and dark.
 *
 *     npm run build -- --modules && node scripts/site/record.mjs --out runs/page
 */
import axe from 'axe-core';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startChromium } from '../chromium.mjs';
import { buildPage } from './page.mjs';
import { serveFolder } from './serve.mjs';

const { values: flags } = parseArgs({
  options: {
    out: { type: 'string', default: 'runs/page' },
    /** The shortened training of the tests. */
    short: { type: 'boolean', default: false },
    algorithm: { type: 'string', default: 'grpo-roc' },
    minutes: { type: 'string', default: '30' },
  },
});
const SIZES = { wide: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } };
const EVERY_MS = 5000;

mkdirSync(flags.out, { recursive: true });
const server = await serveFolder((await buildPage(join(flags.out, 'site'))).replace(/\/train$/, ''));
const browser = await startChromium();
const record = {
  machine: `${cpus()[0].model.trim()}, ${availableParallelism()} threads for this process`,
  chromium: browser.version(),
  algorithm: flags.algorithm,
  numbers: [],
  trouble: [],
};
try {
  const context = await browser.newContext({ viewport: SIZES.wide });
  const page = await context.newPage();
  page.on('pageerror', (error) => record.trouble.push(String(error)));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) record.trouble.push(message.text());
  });
  const start = performance.now();
  const seconds = () => Math.round((performance.now() - start) / 100) / 10;
  await page.goto(`${server.origin}/train/${flags.short ? '?short' : ''}`);
  await page.locator('#untrained', { hasText: 'solves' }).waitFor({ timeout: 600_000 });
  record.firstNumbersSeconds = seconds();
  record.untrained = await page.textContent('#untrained');
  await shoot(page, 'untrained');
  await page.locator('#python', { hasText: 'started' }).waitFor({ timeout: 600_000 });
  record.pythonSeconds = seconds();
  record.wire = Object.fromEntries(server.sent);
  record.wireBytes = [...server.sent.values()].reduce((sum, bytes) => sum + bytes, 0);
  console.log(
    `first numbers after ${record.firstNumbersSeconds} s, Python after ${record.pythonSeconds} s, ${(record.wireBytes / 1e6).toFixed(2)} MB`,
  );

  await page.check(`#algorithm-${flags.algorithm}`);
  await page.click('#train');
  const trainingStart = performance.now();
  let pictured = 0;
  while (performance.now() - trainingStart < 60_000 * Number(flags.minutes)) {
    const seen = await page.evaluate(`({
      note: document.getElementById('note').textContent,
      status: document.getElementById('status').textContent,
      failure: document.getElementById('failure').textContent,
      loss: Number(document.getElementById('chart-loss').dataset.latest) || null,
      solved: document.getElementById('chart-solved').dataset.latest === '' ? null : Number(document.getElementById('chart-solved').dataset.latest),
      failed: document.getElementById('chart-failed').dataset.latest === '' ? null : Number(document.getElementById('chart-failed').dataset.latest),
      heap: performance.memory?.usedJSHeapSize ?? null,
    })`);
    record.numbers.push({ seconds: Math.round((performance.now() - trainingStart) / 100) / 10, ...seen });
    const last = record.numbers.at(-1);
    const before = record.numbers.at(-2);
    if (last.solved !== before?.solved || last.note !== before?.note)
      console.log(`${last.seconds} s: ${last.note}; solved ${last.solved}, failed ${last.failed}`);
    if (seen.failure !== '' || seen.status.endsWith('has finished.')) break;
    if (seen.solved !== null && pictured++ === 20) await shoot(page, 'training');
    await new Promise((resolve) => setTimeout(resolve, flags.short ? 500 : EVERY_MS));
  }
  record.trainingSeconds = record.numbers.at(-1).seconds;
  record.axe = {};
  for (const [size, viewport] of Object.entries(SIZES))
    for (const colorScheme of ['light', 'dark']) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      record.axe[`${size}, ${colorScheme}`] = await barriers(page);
      record.overflow = Math.max(
        record.overflow ?? 0,
        await page.evaluate('document.documentElement.scrollWidth - innerWidth'),
      );
      await shoot(page, `trained-${size}-${colorScheme}`);
    }
  await page.setViewportSize(SIZES.wide);
  await page.locator('#group button').first().click();
  record.axe.reader = await barriers(page);
  await page.screenshot({ path: join(flags.out, 'reader.png') });
} finally {
  await browser.close();
  await server.close();
  writeFileSync(join(flags.out, 'record.json'), `${JSON.stringify(record, null, 2)}\n`);
}
console.log(
  `${join(flags.out, 'record.json')}: ${record.trainingSeconds} s; axe ${JSON.stringify(record.axe)}; trouble ${JSON.stringify(record.trouble)}`,
);

function shoot(page, name) {
  return page.screenshot({ path: join(flags.out, `${name}.png`), fullPage: true });
}

async function barriers(page) {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate('axe.run()');
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
