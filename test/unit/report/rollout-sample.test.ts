import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJsonlSink, readRolloutSamples, type RolloutSample } from '../../../src/report/index.js';
import { exampleSamples } from './fixtures.js';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'rstar2-report-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('readRolloutSamples', () => {
  it('gives back what a sink wrote, token arrays and all', () => {
    const path = join(folder, 'rollouts.jsonl');
    const samples = exampleSamples([1]);
    const sink = createJsonlSink<RolloutSample>(path);
    sink.append(...samples);
    sink.close();
    expect(readRolloutSamples(path)).toEqual(samples);
  });

  it('names line and field of a sample that does not match', () => {
    const path = join(folder, 'rollouts.jsonl');
    writeFileSync(path, '{"step":1,"rollout":{"id":3},"kept":true,"reason":""}\n');
    expect(() => readRolloutSamples(path)).toThrow(`${path}:1: rollout.id: expected string, got 3`);
  });
});
