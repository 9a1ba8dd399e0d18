import { describe, expect, it } from 'vitest';
import { createConsoleSink } from '../../../src/report/index.js';

function written(): { readonly lines: string[]; readonly write: (text: string) => boolean } {
  const lines: string[] = [];
  return { lines, write: (text) => lines.push(text) > 0 };
}

describe('createConsoleSink', () => {
  it('writes a line a record, values as the progress display has them', () => {
    const stream = written();
    const sink = createConsoleSink({ stream });
    void sink.append(
      { step: 12, stage: 'rl', reward: 0.6149, toolErrorShareInCorrect: 0.041, rejected: 0.25, kl: 1.2e-4 },
      { step: 12, stage: 'eval', passAt1: 0.742, passAt1Error: null, loss: NaN, note: 'as\nsampled' },
    );
    void sink.close();
    expect(stream.lines).toEqual([
      'rl 12 · reward 0.615 · failed calls in correct 4.1 % · rejected 0.25 · KL 1.2e-4\n',
      'eval 12 · pass@1 74.2 % · note as sampled\n',
    ]);
  });

  it('writes a standard error behind its number, and how many rollouts were trained of how many', () => {
    const stream = written();
    void createConsoleSink({ stream }).append(
      { step: 8, stage: 'eval', passAt1: 0.985, passAt1Error: 0.009, score: 3, scoreError: 0.25, lonelyError: 1 },
      { step: 9, stage: 'rl', reward: 0.5, trainedRollouts: 12, rollouts: 64 },
      { step: 10, stage: 'rl', trainedRollouts: 0 },
    );
    expect(stream.lines).toEqual([
      'eval 8 · pass@1 98.5 % ± 0.9 · reward 3 ± 0.25 · lonelyError 1\n',
      'rl 9 · reward 0.5 · trained 12/64\n',
      'rl 10 · trained 0\n',
    ]);
  });

  it('calls the share of failed calls of all rollouts what it is', () => {
    const stream = written();
    void createConsoleSink({ stream }).append({ step: 1, stage: 'rl', toolErrorShare: 0.5 });
    expect(stream.lines).toEqual(['rl 1 · toolErrorShare 0.5\n']);
  });

  it('is silent once its stream has broken, and throws nothing', () => {
    const stream = {
      calls: 0,
      write() {
        this.calls++;
        throw new Error('EPIPE');
      },
    };
    const sink = createConsoleSink({ stream });
    void sink.append({ step: 1, stage: 'rl' });
    void sink.append({ step: 2, stage: 'rl' });
    expect(stream.calls).toBe(1);
  });

  it('lets no name or text move the cursor', () => {
    const stream = written();
    void createConsoleSink({ stream }).append({
      step: 1,
      stage: 'r\u001b[2Jl',
      'a\u001b[31m': 1,
      note: '\u001b]0;title\u0007',
    });
    expect(stream.lines.join('')).not.toContain('\u001b');
  });

  it('refuses what is no stream or no record', () => {
    expect(() => createConsoleSink({ stream: {} as never })).toThrow('options.stream: expected a stream');
    expect(() => createConsoleSink({ stream: written() }).append({ step: NaN, stage: 'rl' })).toThrow(
      'records[0].step',
    );
  });
});
