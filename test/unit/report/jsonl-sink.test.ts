import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DatasetError } from '../../../src/base/index.js';
import {
  createJsonlSink,
  readMetrics,
  readRolloutSamples,
  type MetricRecord,
  type RolloutSample,
} from '../../../src/report/index.js';
import { exampleSamples } from './fixtures.js';

let folder: string;
let path: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rstar2-report-'));
  path = join(folder, 'run', 'metrics.jsonl');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(...records: MetricRecord[]): void {
  const sink = createJsonlSink(path);
  sink.append(...records);
  sink.close();
}

describe('createJsonlSink', () => {
  it('makes the folder and writes one object a line, readable before it is closed', () => {
    const sink = createJsonlSink(path);
    sink.append({ step: 1, stage: 'rl', reward: 0.5 });
    sink.append({ step: 2, stage: 'rl', reward: 0.75, note: 'text\nin two lines' });
    expect(readFileSync(path, 'utf8')).toBe(
      '{"step":1,"stage":"rl","reward":0.5}\n{"step":2,"stage":"rl","reward":0.75,"note":"text\\nin two lines"}\n',
    );
    sink.close();
  });

  it('writes several records with one call', () => {
    write({ step: 1, stage: 'rl' }, { step: 2, stage: 'rl' });
    expect(readMetrics(path).map(({ step }) => step)).toEqual([1, 2]);
  });

  it('writes NaN and infinities as null', () => {
    write({ step: 1, stage: 'rl', a: NaN, b: Infinity, c: -Infinity, d: 0 });
    expect(readMetrics(path)).toEqual([{ step: 1, stage: 'rl', a: null, b: null, c: null, d: 0 }]);
  });

  it.each([{ a: 1 }, [1], true, 1n])(
    'refuses %s as a value of a metric record, which no reader would take',
    (reward) => {
      const sink = createJsonlSink<object>(path);
      expect(() => sink.append({ step: 1, stage: 'rl', reward })).toThrow('records[0].reward: expected');
      expect(() => sink.append({ step: 1, stage: 2 })).toThrow('records[0].stage: expected');
      sink.close();
      expect(readMetrics(path)).toEqual([]);
    },
  );

  it.each([-1, NaN, Infinity, null, '3'])('refuses %s as a step, which no reader would take', (step) => {
    const sink = createJsonlSink(path);
    expect(() => sink.append({ step: step as number, stage: 'rl' })).toThrow('records[0].step: expected');
    sink.append({ step: 1, stage: 'rl' });
    sink.close();
    expect(readMetrics(path)).toEqual([{ step: 1, stage: 'rl' }]);
  });

  it('writes typed arrays as lists', () => {
    const sink = createJsonlSink<{ ids: Int32Array }>(path);
    sink.append({ ids: Int32Array.of(1, 2) });
    sink.close();
    expect(readFileSync(path, 'utf8')).toBe('{"ids":[1,2]}\n');
  });

  it('goes on at the end of a file that is there', () => {
    write({ step: 1, stage: 'rl' });
    write({ step: 2, stage: 'rl' });
    expect(readMetrics(path).map(({ step }) => step)).toEqual([1, 2]);
  });

  it('drops what `keep` does not want, leaving the other lines as they were', () => {
    write({ step: 1, stage: 'sft' }, { step: 7, stage: 'rl' }, { step: 8, stage: 'rl' });
    createJsonlSink(path, { keep: ({ stage, step }) => stage === 'sft' || step <= 7 }).close();
    expect(readFileSync(path, 'utf8')).toBe('{"step":1,"stage":"sft"}\n{"step":7,"stage":"rl"}\n');
  });

  it('leaves no temporary file behind', () => {
    write({ step: 1, stage: 'rl' }, { step: 2, stage: 'rl' });
    createJsonlSink(path, { keep: ({ step }) => step < 2 }).close();
    expect(readdirSync(join(folder, 'run'))).toEqual(['metrics.jsonl']);
  });

  it('mends a file whose writer was killed, wherever it was cut', () => {
    const records: MetricRecord[] = [
      { step: 1, stage: 'rl', text: 'ä🙂' },
      { step: 2, stage: 'rl', reward: 0.5 },
    ];
    write(...records);
    const whole = readFileSync(path);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.length }), (length) => {
        writeFileSync(path, whole.subarray(0, length));
        const survived = readMetrics(path);
        expect(survived).toEqual(records.slice(0, survived.length));
        const sink = createJsonlSink(path);
        sink.append({ step: 3, stage: 'rl' });
        sink.close();
        expect(readMetrics(path)).toEqual([...survived, { step: 3, stage: 'rl' }]);
      }),
    );
  });

  it('keeps a last line that is whole but for its line feed', () => {
    write({ step: 1, stage: 'rl' });
    writeFileSync(path, readFileSync(path, 'utf8').trimEnd());
    write({ step: 2, stage: 'rl' });
    expect(readMetrics(path).map(({ step }) => step)).toEqual([1, 2]);
  });

  it('names the line when one in the middle is not JSON', () => {
    write({ step: 1, stage: 'rl' });
    writeFileSync(path, `${readFileSync(path, 'utf8')}{"step":\n{"step":3,"stage":"rl"}\n`);
    expect(() => createJsonlSink(path)).toThrow(`${path}:2: not JSON`);
  });

  it('refuses to append after it was closed', () => {
    const sink = createJsonlSink(path);
    sink.close();
    sink.close();
    expect(() => sink.append({ step: 1, stage: 'rl' })).toThrow(TypeError);
  });

  it('refuses a `keep` that is no function', () => {
    expect(() => createJsonlSink(path, { keep: 3 as never })).toThrow(
      new TypeError('options.keep: expected function, got 3'),
    );
  });

  it('names the place of what JSON cannot hold, and writes nothing of it', () => {
    const sink = createJsonlSink(path);
    expect(() => sink.append({ step: 1, stage: 'rl' }, { step: 2, stage: 'rl', x: 1n as never })).toThrow(
      new TypeError('records[1].x: expected a value that JSON can represent, got a BigInt'),
    );
    expect(() => sink.append(undefined as never)).toThrow(
      new TypeError('records[0]: expected an object, got undefined'),
    );
    sink.close();
    expect(readMetrics(path)).toEqual([]);
  });
});

describe('readMetrics', () => {
  it('gives back what was written', () => {
    const value = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0),
      fc.string(),
      fc.constant(null),
    );
    const record = fc.record({ step: fc.nat(), stage: fc.string(), x: value, 'room/y@1': value });
    fc.assert(
      fc.property(fc.array(record), (records) => {
        rmSync(path, { force: true });
        write(...records);
        expect(readMetrics(path)).toEqual(records);
      }),
      { numRuns: 30 },
    );
  });

  it('says which file could not be read', () => {
    expect(() => readMetrics(path)).toThrow(`${path}: could not be read`);
  });

  it('names line and field of a record that does not match', () => {
    write({ step: 1, stage: 'rl' });
    writeFileSync(path, `${readFileSync(path, 'utf8')}{"step":2,"stage":7}\n`);
    expect(() => readMetrics(path)).toThrow(new DatasetError(`${path}:2: stage: expected string, got 7`));
    writeFileSync(path, '{"step":-1,"stage":"rl"}\n');
    expect(() => readMetrics(path)).toThrow(new DatasetError(`${path}:1: step: expected at least 0, got -1`));
    writeFileSync(path, '{"step":1,"stage":"rl","loss":[1]}\n');
    expect(() => readMetrics(path)).toThrow(
      new DatasetError(`${path}:1: loss: expected number or string or null, got an array of 1`),
    );
    writeFileSync(path, '3\n');
    expect(() => readMetrics(path)).toThrow(new DatasetError(`${path}:1: record: expected object, got 3`));
  });
});

describe('readRolloutSamples', () => {
  it('gives back what a sink wrote, token arrays and all', () => {
    path = join(folder, 'rollouts.jsonl');
    const samples = exampleSamples([1]);
    const sink = createJsonlSink<RolloutSample>(path);
    sink.append(...samples);
    sink.close();
    expect(readRolloutSamples(path)).toEqual(samples);
  });

  it('names line and field of a sample that does not match', () => {
    path = join(folder, 'rollouts.jsonl');
    writeFileSync(path, '{"step":1,"rollout":{"id":3},"kept":true,"reason":""}\n');
    expect(() => readRolloutSamples(path)).toThrow(`${path}:1: rollout.id: expected string, got 3`);
  });
});
