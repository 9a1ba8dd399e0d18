import axe from 'axe-core';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildPage } from '../../scripts/site/page.mjs';
import { serveFolder } from '../../scripts/site/serve.mjs';
import { START_MS, startChromium } from '../../scripts/chromium.mjs';

const HOSTILE = '<img src=x onerror="harm()"><script>harm()</script>';
const PHONE = { width: 390, height: 844 };

let folder: string;
let server: Awaited<ReturnType<typeof serveFolder>>;
let browser: Browser;
let page: Page;
/** Errors of the page, and requests to other hosts. */
const trouble: string[] = [];
/** How often the page was loaded. */
let loads = 0;

/** The page that trains, in the shortened form of its settings. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rstar2-train-'));
  await buildPage(folder);
  server = await serveFolder(folder);
  browser = await startChromium();
  page = await (await browser.newContext()).newPage();
  page.on('pageerror', (error) => trouble.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(server.origin) && !/^(data|blob):/.test(url)) trouble.push(`a request to ${url}`);
  });
  page.on('load', () => loads++);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(`${server.origin}/train/?short`);
}, START_MS);

afterAll(async () => {
  await (browser as Browser | undefined)?.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}, START_MS);

const text = (id: string) => page.locator(`#${id}`).textContent();
const until = (what: () => Promise<unknown>) => expect.poll(what, { timeout: START_MS, interval: 100 });

async function barriers(): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>('axe.run()');
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

describe('the page that trains', { timeout: START_MS }, () => {
  it('shows the untrained model fail, then trains by SFT and GRPO-RoC with real Python, in pictures that grow', async () => {
    await until(() => text('untrained')).toMatch(/^It solves 0 of 2 problems/);
    expect(await text('before-body')).toMatch(/^✗ Wrong/);
    await until(() => text('train')).toBe('Train');
    await page.click('#train');
    await until(() => page.locator('#chart-loss polyline').count()).toBe(1);
    await until(() => text('train')).toBe('Pause');
    await page.click('#train');
    await until(() => text('status')).toBe('Paused.');
    const paused = await text('note');
    expect(await text('train')).toBe('Resume');
    await page.click('#train');
    await until(() => text('note')).not.toBe(paused);
    await until(() => page.locator('#group li').count()).toBe(4);
  });

  it('goes on after a reload, and finishes', async () => {
    await page.reload();
    await until(() => text('train')).toBe('Resume');
    await page.click('#train');
    await until(() => text('status')).toBe('GRPO-RoC has finished.');
    expect(await page.locator('#group li').count()).toBe(4);
    expect(await page.locator('#chart-solved .series-0:not(.faint)').count()).toBeGreaterThan(1);
    expect(await text('stages')).toMatch(/done.*done.*done/);
    expect(trouble).toEqual([]);
  });

  it('says of every attempt whether it is kept and why, by each algorithm', async () => {
    const cards = () => page.locator('#group li').allTextContents();
    for (const [selection, name] of [
      ['grpo', 'GRPO'],
      ['uniform', 'Uniform'],
      ['grpo-roc', 'GRPO-RoC'],
    ] as const) {
      await page.check(`input[name=selection][value=${selection}]`);
      expect(await text('group-sentence')).toMatch(new RegExp(`^${name} (trains on 2 of 4 attempts|keeps no attempt)`));
      for (const card of await cards()) expect(card).toMatch(/^(Right|Wrong)(kept|dropped).*\d calls?, \d failed.+/);
    }
    await page.locator('#group button').first().click();
    expect(await text('reader-title')).toBe('Attempt 1');
    expect(await page.locator('#reader .block').count()).toBeGreaterThan(0);
    expect(await barriers()).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('answers a problem of the user, and shows hostile text as text', async () => {
    await page.click('#ask-form button');
    await until(() => text('ask-answer')).toMatch(
      /^[✓✗] (Right|Wrong).*Answered by the model of GRPO-RoC after RL on hard problems, step 1\./,
    );
    await page.fill('#ask-text', HOSTILE);
    await page.click('#ask-form button');
    await until(() => text('ask-answer')).toMatch(/^• Answer/);
    await seedHostileRun();
    await page.reload();
    await until(() => page.locator('#group li').count()).toBe(2);
    expect(await text('group-problem')).toBe(HOSTILE);
    await page.locator('#group button').first().click();
    expect(await page.locator('#reader pre').allTextContents()).toEqual([HOSTILE, HOSTILE]);
    expect(await text('reader-body')).toContain(`Kept: ${HOSTILE}`);
    await page.keyboard.press('Escape');
    expect([await page.locator('main img, main script').count(), await page.evaluate('globalThis.harmed')]).toEqual([
      0,
      undefined,
    ]);
  });

  it('gives its report as a page', async () => {
    const downloading = page.waitForEvent('download');
    await page.click('#download');
    const file = join(folder, 'report.html');
    await (await downloading).saveAs(file);
    const report = await page.context().newPage();
    await report.goto(`file://${file}`);
    expect(await report.title()).toBe('grpo-roc in a browser');
    expect(await report.locator('svg').count()).toBeGreaterThan(0);
    await report.close();
  });

  it.each(['light', 'dark'] as const)('has no barrier, and is no wider than a phone: %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    expect(await barriers()).toEqual([]);
    await page.setViewportSize(PHONE);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width);
    expect(await barriers()).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('keeps what another tab trains, and removes a run that cannot be read', async () => {
    const tab = await page.context().newPage();
    tab.on('load', () => loads++);
    await tab.goto(`${server.origin}/train/?short`);
    await until(() => tab.locator('#train').textContent()).toBe('Trained');
    await tab.check('#algorithm-grpo');
    await tab.click('#train');
    // It takes the other run's SFT over.
    await until(() => tab.locator('#chart-loss polyline').count()).toBe(1);
    await page.click('#start-over');
    await until(() => text('failure')).toMatch(/^Nothing was removed: .* another tab or worker has this run open/);
    await tab.close();
    await writeStored('latest.json', '{"stage":"rl');
    await page.reload();
    await until(() => text('failure')).toMatch(
      /^A stored run cannot be read \(grpo-roc: .*\. Start over to remove it\.$/,
    );
    await page.click('#start-over');
    await until(() => text('train')).toBe('Train');
    expect([await text('failure'), await text('status')]).toEqual(['', 'All runs are removed.']);
    expect(await page.locator('#group-section').isVisible()).toBe(false);
  });

  it('loads nothing from another host, within 10 MB, and its policy lets it connect to its own host alone', async () => {
    const bytes = [...server.sent]
      .filter(([path]) => path.startsWith('/train/'))
      .reduce((sum, [, one]) => sum + one, 0);
    expect(bytes / loads).toBeLessThan(10_000_000);
    expect(trouble).toEqual([]);
    const refused = await page.evaluate("fetch('https://example.com/').then(() => 'connected', String)");
    expect(refused).toMatch(/TypeError/);
    expect(trouble.join()).toMatch(/Content Security Policy/);
  });
});

/** Puts a run with hostile rollouts in the place of the page's own. */
function seedHostileRun(): Promise<void> {
  const call = { id: 'c', name: 'python', arguments: { code: HOSTILE }, response: { text: HOSTILE, isError: true } };
  const sample = (id: string, reward: number) => ({
    step: 1,
    rollout: {
      ...{ id, groupId: HOSTILE, reward, prompt: [{ role: 'user', content: HOSTILE }], finishReason: 'stop' },
      turns: [{ text: HOSTILE, toolCalls: [call] }],
    },
    kept: true,
    reason: HOSTILE,
    groundTruth: HOSTILE,
  });
  return writeStored(
    'rollouts.jsonl',
    [sample('a', 1), sample('b', 0)].map((one) => `${JSON.stringify(one)}\n`).join(''),
  );
}

/** Replaces a file of the run of GRPO-RoC. */
function writeStored(name: string, content: string): Promise<void> {
  return page.evaluate<void>(`(async () => {
    const root = await (await navigator.storage.getDirectory()).getDirectoryHandle('rstar2-agent-train');
    for await (const version of root.values()) {
      const run = await version.getDirectoryHandle('grpo-roc');
      const writer = await (await run.getFileHandle(${JSON.stringify(name)})).createWritable();
      await writer.write(${JSON.stringify(content)});
      await writer.close();
    }
  })()`);
}
