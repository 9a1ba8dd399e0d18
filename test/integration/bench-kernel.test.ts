import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const TIME_MS = 300_000;

it(
  'agrees with the composite and stays within its memory, in the small form of the benchmark',
  async () => {
    // It fails on values or gradients that differ, and on `logprobsFromHidden` holding more than it may; times are not looked at.
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', 'bench/kernel.ts', '--quick'], {
      timeout: TIME_MS,
    });
    expect(stdout).toMatch(/^from hidden states: logprobs and gradients differ by /m);
    expect(stdout).toMatch(/^from logits: logprobs and gradients differ by /m);
  },
  TIME_MS,
);
