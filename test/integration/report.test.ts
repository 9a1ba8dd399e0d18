import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { writeRunReport, type RolloutSample, type RunReportOptions } from 'rstar2-agent/report';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeComparisonReport } from '../../examples/trainer/comparison/report.js';
import { START_MS, startChromium } from '../../scripts/chromium.mjs';
import {
  HOSTILE,
  exampleBranchedRollout,
  exampleCall,
  exampleConfig,
  exampleMetrics,
  exampleRollout,
  exampleSamples,
  exampleTokenizer,
} from '../unit/report/fixtures.js';
import { exampleAlgorithms, exampleEndOfTraining } from './comparison/fixtures.js';

let folder: string;
let browser: Browser;
let page: Page;
/** Everything that must not happen: errors, messages on the console, requests of the page. */
let trouble: string[];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rstar2-report-'));
  browser = await startChromium(['--disable-gpu']);
}, START_MS);

afterAll(async () => {
  await (browser as Browser | undefined)?.close();
  rmSync(folder, { recursive: true, force: true });
}, START_MS);

beforeEach(() => {
  trouble = [];
});

afterEach(async () => {
  expect(await page.evaluate('globalThis.hacked')).toBeUndefined();
  await page.close();
  expect(trouble).toEqual([]);
});

async function open(file: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<void> {
  page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  const url = pathToFileURL(file).href;
  page.on('console', (message) => trouble.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => trouble.push(`error: ${error.message}`));
  page.on('request', (request) => {
    if (request.url() !== url) trouble.push(`request: ${request.url()}`);
  });
  await page.goto(url);
}

/** @param scale - Of its entropies. */
function exampleEntropy(scale: number): NonNullable<RunReportOptions['entropy']>['after'] {
  const group = (tokens: number, entropy: number, top: number) => ({ tokens, entropy: entropy * scale, top });
  return {
    rollouts: 64,
    all: group(500, 0.3, 100),
    classes: {
      reasoning: group(300, 0.4, 60),
      code: group(200, 0.1, 40),
      answer: { tokens: 0, entropy: null, top: 0 },
    },
    forking: group(10, 1.5, 10),
    reflection: group(20, 1.2, 20),
    words: [{ ...group(5, 2, 5), word: HOSTILE }],
  };
}

/** Whether anything on the page is wider than the screen it is on. */
const overflows = () => page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

/** What stands in the way of a reader who does not see the page or does not use a mouse. */
async function barriers(): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>('axe.run()');
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes[0]!.html})`);
}

describe('the report of a run', () => {
  let file: string;

  beforeAll(() => {
    file = join(folder, 'run.html');
    const hostile: RolloutSample = {
      step: 0,
      kept: false,
      reason: HOSTILE,
      groundTruth: HOSTILE,
      rollout: exampleRollout({
        id: HOSTILE,
        groupId: HOSTILE,
        prompt: [{ role: 'user', content: HOSTILE }],
        turns: [
          {
            text: `${HOSTILE}<tool_call>x</tool_call>`,
            toolCalls: [exampleCall(HOSTILE, HOSTILE, true)],
            reply: HOSTILE,
          },
        ],
        reward: 0,
      }),
    };
    writeRunReport({
      title: HOSTILE,
      config: { ...exampleConfig, hostile: HOSTILE },
      metrics: [...exampleMetrics(), { step: 40, stage: 'rl', [HOSTILE]: 1 }],
      rollouts: [
        hostile,
        ...exampleSamples(),
        { step: 40, rollout: exampleBranchedRollout(), kept: false, reason: '' },
      ],
      tokenizer: exampleTokenizer,
      summary: { wallSeconds: 312, note: HOSTILE },
      entropy: { before: exampleEntropy(2), after: exampleEntropy(1) },
      output: file,
    });
  });

  it('shows the headline, every curve and the settings with their hash', async () => {
    await open(file);
    const headline = (await page.locator('#headline').innerText()).replace(/\s+/g, ' ');
    expect(headline).toMatch(/Pass@1 \d+\.\d % → \d+\.\d %/);
    expect(headline).toContain('60 sft + 40 rl');
    expect(headline).toContain('5 min 12 s');
    for (const chart of await page.locator('#charts .chart').all()) {
      const lines = await chart.locator('path.line:not(.faint)').all();
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect((await line.boundingBox())!.width).toBeGreaterThan(50);
    }
    expect(await page.locator('#charts .chart').count()).toBe(13);
    expect(await page.locator('#hash').innerText()).toMatch(/^[0-9a-f]{64}$/);
    expect(await page.locator('#config').innerText()).toContain('clipHigh');
    expect(await overflows()).toBe(false);
  });

  it('shows entropies before and after, as numbers and as bars', async () => {
    await open(file);
    expect(await page.locator('#entropy-note').innerText()).toContain(
      '64 rollouts after training and 64 rollouts before',
    );
    const row = page.locator('#entropies tbody tr', { hasText: 'reasoning' });
    expect((await row.innerText()).split(/\s+/)).toEqual(['reasoning', '0.8', '0.4', '300', '60.0', '%']);
    const width = async (bar: string) => (await row.locator(bar).boundingBox())!.width;
    expect((await width('.before')) / (await width('.after'))).toBeCloseTo(2, 1);
    expect(await page.locator('#entropies table').nth(1).innerText()).toContain(HOSTILE);
  });

  it('reads the values of every curve at the cursor, by mouse and by keyboard', async () => {
    await open(file);
    const reading = page.locator('[data-chart="entropy"] .reading');
    const before = await reading.innerText();
    await page.locator('[data-chart="reward"] .plot').hover({ position: { x: 60, y: 80 } });
    expect(await reading.innerText()).not.toBe(before);
    await page.locator('[data-chart="reward"] .plot').focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    expect(await page.locator('[data-chart="reward"] [aria-live]').innerText()).toMatch(/^rl 2: training 0\.\d+$/);
  });

  it('shows the paths of a rollout with their sub-agents, the tokens that each counts, and what the agent threw', async () => {
    await open(file);
    await page.getByLabel('with branches').check();
    const rollout = page.locator('#rollout');
    expect(await rollout.innerText()).toContain('✗ agent threw an error');
    await rollout.getByText('Error of the agent').click();
    expect(await rollout.innerText()).toContain('no file of that name');
    const branch = rollout.getByRole('region', { name: 'Branch 1' });
    const text = (await branch.innerText()).replace(/\s+/g, ' ');
    expect(text).toMatch(/sub-agent checker called by solver 1 turn of its own · 18 tokens counted · ✗ 1 failed call/);
    expect(text).toContain('✗ failed, recognized by its text');
    expect(await rollout.getByRole('region', { name: 'Branch 2' }).innerText()).toContain(
      'It continues the main path’s prompt and turns that an earlier path has.',
    );
    await rollout.getByRole('button', { name: 'Token probabilities' }).click();
    const counted = rollout.getByRole('region', { name: 'Branch 2' }).locator('.drawn');
    expect((await counted.allInnerTexts()).join('')).toBe('<answer>\\boxed{229}</answer>');
    expect(await overflows()).toBe(false);
    expect(await barriers()).toEqual([]);
  });

  it('smooths, shows one stage alone, and gives a table instead of a curve', async () => {
    await open(file);
    const line = page.locator('[data-chart="reward"] path.line:not(.faint)');
    const smooth = await line.getAttribute('d');
    await page.getByRole('button', { name: 'As measured' }).click();
    expect(await line.getAttribute('d')).not.toBe(smooth);
    await page.getByRole('button', { name: 'sft', exact: true }).click();
    expect(await page.locator('[data-chart="reward"]').isVisible()).toBe(false);
    expect(await page.locator('[data-chart="loss/sft"]').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'All stages' }).click();
    await page.getByRole('button', { name: 'Mean reward: show as a table' }).click();
    expect(await page.locator('[data-chart="reward"] tbody tr').count()).toBe(40);
  });

  it('shows a rollout turn by turn, with failed calls marked and why it was kept', async () => {
    await open(file);
    await page.getByLabel('Step', { exact: true }).selectOption('12');
    await page.getByLabel('Kept or dropped').selectOption('kept');
    await page.getByLabel('with a failed call').check();
    await page.locator('.list button').first().click();
    const text = await page.locator('#rollout').innerText();
    expect(text).toContain('Kept: drawn (3 of 5');
    expect(text).toContain("NameError: name 'fetch' is not defined");
    expect(text).toContain('\\boxed{228}');
    expect(text).toContain('Penalty for failed calls');
    expect(await page.locator('#rollout .block.failed').count()).toBe(1);
    expect(await page.locator('#rollout .code .keyword').first().innerText()).toBe('from');
    await page.getByRole('button', { name: 'Token probabilities' }).click();
    expect(await page.locator('#rollout .tokens .drawn').count()).toBeGreaterThan(100);
    await page.getByRole('button', { name: 'Next →' }).click();
    expect(await page.locator('#rollout .tokens').isVisible()).toBe(true);
  });

  it('shows what a model wrote as text, wherever it stands', async () => {
    await open(file);
    expect(await page.title()).toBe(HOSTILE);
    expect(await page.locator('h1').textContent()).toBe(HOSTILE);
    await page.locator('.list button').first().click();
    for (const place of ['.why', '.prose', '.code', '.response', '.id']) {
      expect(await page.locator(`#rollout ${place}`).first().textContent()).toContain(HOSTILE);
    }
    // What was asked, and what the environment answered.
    expect(await page.locator('#rollout .turn.user .prose').allTextContents()).toEqual([HOSTILE, HOSTILE]);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.locator('#config').textContent()).toContain(HOSTILE);
  });

  it('fits a phone and follows the reader’s choice of dark', async () => {
    await open(file, { viewport: { width: 390, height: 800 }, colorScheme: 'dark' });
    expect(await overflows()).toBe(false);
    expect(await page.locator('[data-chart="reward"] path.line').first().isVisible()).toBe(true);
    const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(ground).toBe('rgb(18, 20, 22)');
  });

  it.each(['light', 'dark'] as const)('has no barrier that axe finds, in %s', async (colorScheme) => {
    await open(file, { colorScheme });
    expect(await barriers()).toEqual([]);
  });

  it('says so when nothing was recorded', async () => {
    const empty = join(folder, 'empty.html');
    writeRunReport({ title: 'Empty', config: {}, metrics: [], rollouts: [], output: empty });
    await open(empty);
    expect(await page.locator('#reader').innerText()).toBe('No sample rollouts were recorded.');
  });
});

describe('the report of a comparison', () => {
  let file: string;

  beforeAll(() => {
    file = join(folder, 'comparison.html');
    writeComparisonReport({
      title: HOSTILE,
      algorithms: exampleAlgorithms('h'.repeat(64)),
      sharedConfig: exampleConfig,
      sharedConfigHash: 'h'.repeat(64),
      endOfTraining: exampleEndOfTraining(),
      output: file,
    });
  });

  it('says of each claim whether it held, with the numbers and the hash of the shared settings', async () => {
    await open(file);
    const verdicts = await page.locator('.verdict').allInnerTexts();
    expect(verdicts).toHaveLength(4);
    for (const verdict of verdicts) expect(verdict).toContain('✓ Confirmed');
    expect(await page.locator('#fairness').innerText()).toBe(`All 9 runs had equal settings: ${'h'.repeat(64)}`);
    const table = (await page.locator('#table').innerText()).replace(/\s+/g, ' ');
    expect(table).toMatch(/grpo-roc 96\.9 % ± 0\.5 % 1\.0 % ± 0\.4 %/);
    expect(table).toContain('grpo-roc / grpo 0.11');
    expect(await overflows()).toBe(false);
  });

  it('draws a line with its spread and its seeds for each algorithm', async () => {
    await open(file);
    const chart = page.locator('[data-chart="toolErrorShareInCorrect/held-out"]');
    expect(await chart.locator('path.line').count()).toBe(3);
    expect(await chart.locator('path.band').count()).toBe(3);
    expect(await chart.locator('path.thread').count()).toBe(9);
    // A chart that is drawn again in this moment has no box.
    const width = async () => (await chart.locator('path.line').first().boundingBox())?.width ?? 0;
    await expect.poll(width, { timeout: 10_000 }).toBeGreaterThan(200);
  });

  it.each(['light', 'dark'] as const)('has no barrier that axe finds, in %s', async (colorScheme) => {
    await open(file, { colorScheme });
    expect(await barriers()).toEqual([]);
  });

  it('warns when runs had settings of their own', async () => {
    const unequal = join(folder, 'unequal.html');
    const [first, ...rest] = exampleAlgorithms('h');
    const [run, ...runs] = first!.runs;
    writeComparisonReport({
      title: 'Comparison',
      algorithms: [{ name: first!.name, runs: [{ ...run!, configHash: HOSTILE }, ...runs] }, ...rest],
      sharedConfig: exampleConfig,
      sharedConfigHash: 'h',
      endOfTraining: { 'grpo-roc': [], grpo: exampleEndOfTraining()['grpo']! },
      output: unequal,
    });
    await open(unequal, { viewport: { width: 390, height: 800 } });
    expect(await page.locator('#fairness').innerText()).toMatch(/^Not a fair comparison.*grpo-roc, seed 1/);
    expect(await page.locator('.verdict').first().innerText()).toContain('? Undecided');
    expect(await overflows()).toBe(false);
  });
});
