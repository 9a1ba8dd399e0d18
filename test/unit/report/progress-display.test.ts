/* eslint-disable no-control-regex -- control characters are what these tests are about */
import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { createProgressDisplay } from '../../../src/report/index.js';
import type { ProgressDisplayOptions } from '../../../src/report/progress-display.js';

class FakeStream extends EventEmitter {
  text = '';
  constructor(
    readonly isTTY: boolean,
    readonly columns = 100,
  ) {
    super();
  }
  write(text: string): boolean {
    this.text += text;
    return true;
  }
  /** What a terminal would show: every erased block is gone. */
  get screen(): string {
    const lines: string[] = [];
    for (const piece of this.text.split('\u001b[0J')) {
      const [text, up] = piece.split(/\u001b\[(\d+)F$/);
      lines.push(...text!.split('\n').slice(0, -1));
      if (up !== undefined) lines.splice(lines.length - Number(up));
    }
    return lines.join('\n');
  }
}

function start(stream: FakeStream, options: Partial<ProgressDisplayOptions> = {}) {
  const clock = { ms: 0 };
  const display = createProgressDisplay({
    stream,
    title: 'demo',
    stages: [
      { name: 'sft', total: 4 },
      { name: 'rl', total: 40 },
    ],
    now: () => clock.ms,
    env: { NO_COLOR: '1' },
    ...options,
  });
  return { display, clock };
}

describe('createProgressDisplay on a terminal', () => {
  it('shows a bar a stage, the time left and the current values', () => {
    const stream = new FakeStream(true);
    const { display, clock } = start(stream);
    for (let step = 1; step <= 4; step++) {
      clock.ms += 1000;
      display.update({ step, stage: 'sft', loss: 1 / step });
    }
    display.update({ step: 0, stage: 'eval', passAt1: 0.5, toolErrorShareInCorrect: 0.2 });
    for (let step = 1; step <= 10; step++) {
      clock.ms += 2000;
      display.update(
        {
          step,
          stage: 'rl',
          reward: 0.6,
          toolErrorShareInCorrect: 0.041,
          responseLength: 92.34,
          truncation: 0.012,
          tokensPerSecond: 3410,
          clipFraction: 0.008,
        },
        'generating',
      );
    }
    display.note('checkpoint written');
    const { screen } = stream;
    expect(screen).toMatch(/^checkpoint written\ndemo {2}24 s\n/);
    expect(screen).toMatch(/sft █+ +4\/4 {2}done\n/);
    expect(screen).toMatch(/rl {2}█+░+ 10\/40 {2}ETA 1 min 00 s\n/);
    const values = screen.replace(/\n/g, ' ').replace(/\s+/g, ' ');
    for (const part of [
      'reward 0.6 ',
      'pass@1 50.0 %',
      'failed calls in correct 4.1 %',
      'length 92.3',
      'truncated 1.2 %',
      'clipped 0.8 %',
      'tok/s 3,410',
      'generating',
    ]) {
      expect(values).toContain(part);
    }
    display.close();
  });

  it('shows in a line what its record measured and nothing of another record', () => {
    const stream = new FakeStream(false);
    const { display } = start(stream, { plainIntervalMs: 0 });
    const shares = { toolErrorShareInCorrect: 0.031, truncation: 0.25, responseLength: 90 };
    display.update({ step: 4, stage: 'sft', loss: 0.25 });
    display.update({ step: 0, stage: 'eval', passAt1: 0.985, passAt1Error: 0.009, toolErrorShareInCorrect: 0.028 });
    display.update({ step: 1, stage: 'rl', reward: 0.5, ...shares, loss: 0.1, trainedRollouts: 12, rollouts: 64 });
    // Nothing was trained, and no rollout could be judged: there is no loss, no reward and no share.
    display.update({ step: 2, stage: 'rl', reward: null, responseLength: 91, trainedRollouts: 0, rollouts: 64 });
    display.update({ step: 2, stage: 'eval', passAt1: 0.5, responseLength: 80 });
    expect(stream.text.trim().split('\n').slice(1)).toEqual([
      'sft 4/4 · loss 0.25',
      'eval 0 · pass@1 98.5 % ± 0.9 · failed calls in correct 2.8 %',
      'rl 1/40 · reward 0.5 · trained 12/64 · failed calls in correct 3.1 % · length 90 · truncated 25.0 % · loss 0.1',
      expect.stringMatching(/^rl 2\/40 · trained 0\/64 · length 91 · ETA /),
      'eval 2 · pass@1 50.0 % · length 80',
    ]);
  });

  it('has a row for the last record of training and one for the last evaluation, each under its step', () => {
    const stream = new FakeStream(true, 160);
    const { display } = start(stream);
    display.update({ step: 8, stage: 'rl', reward: 0.5, loss: 0.1 });
    display.update({ step: 8, stage: 'eval', passAt1: 0.75, passAt1Error: 0.05, responseLength: 80 });
    display.update({ step: 9, stage: 'rl', reward: 0, trainedRollouts: 0, rollouts: 32 });
    display.close();
    expect(stream.screen).toContain('  rl 9 · reward 0 · trained 0/32\n  eval 8 · pass@1 75.0 % ± 5.0 · length 80');
  });

  it('names held-out values that stand in a record of training', () => {
    const stream = new FakeStream(false);
    start(stream).display.update({ step: 1, stage: 'rl', reward: 0.5, 'heldout/passAt1': 0.25 });
    expect(stream.text).toContain('rl 1/40 · reward 0.5 · held-out pass@1 25.0 %');
  });

  it('says what goes on before the first step, on a terminal in place, elsewhere every few seconds', () => {
    const [terminal, file] = [new FakeStream(true), new FakeStream(false)];
    for (const stream of [terminal, file]) {
      const { display, clock } = start(stream);
      for (let made = 1; made <= 10; made++) {
        clock.ms += 1000;
        display.status(`making demonstrations, ${made} of 10`);
      }
      display.update({ step: 1, stage: 'sft', loss: 2 });
      display.close();
    }
    expect(terminal.text).toContain('making demonstrations, 7 of 10');
    expect(terminal.screen).not.toContain('making');
    expect(file.text.split('\n')).toEqual([
      'demo',
      'making demonstrations, 1 of 10',
      'making demonstrations, 6 of 10',
      'sft 1/4 · loss 2',
      '',
    ]);
  });

  it('redraws in place and leaves the last state behind', () => {
    const stream = new FakeStream(true);
    const { display, clock } = start(stream);
    for (let step = 1; step <= 30; step++) {
      clock.ms += 500;
      display.update({ step, stage: 'rl', reward: step / 30 });
    }
    display.close();
    expect(stream.screen.match(/demo/g)).toHaveLength(1);
    expect(stream.screen).toContain('30/40');
    const { text } = stream;
    display.update({ step: 31, stage: 'rl' });
    display.note('late');
    display.close();
    expect(stream.text).toBe(text);
  });

  it('never draws a line wider than the terminal', () => {
    for (const columns of [20, 40, 57, 80]) {
      const stream = new FakeStream(true, columns);
      const { display, clock } = start(stream, { title: 'a title that is rather long for a narrow terminal window' });
      clock.ms += 1000;
      display.update(
        { step: 1, stage: 'rl', reward: 0.1, truncation: 0.5, loss: 0.123, responseLength: 90 },
        'x'.repeat(90),
      );
      display.close();
      for (const line of stream.screen.split('\n')) expect(line.length).toBeLessThan(columns);
    }
  });

  it('takes a terminal that does not know its width for one of 80 columns', () => {
    const stream = new FakeStream(true, 0);
    const { display } = start(stream);
    display.update({ step: 1, stage: 'rl' });
    display.close();
    expect(stream.screen).toContain('1/40');
  });

  it('uses colours unless NO_COLOR is set', () => {
    const colored = new FakeStream(true);
    start(colored, { env: {} }).display.close();
    expect(colored.text).toContain('\u001b[1m');
    const plain = new FakeStream(true);
    start(plain).display.close();
    expect(plain.text).not.toMatch(/\u001b\[\d+m/);
  });

  it('gives no time left before a step was measured: what came before the first record is no step', () => {
    const stream = new FakeStream(true);
    const { display, clock } = start(stream);
    // Opening a model, making demonstrations.
    clock.ms += 200_000;
    display.update({ step: 31, stage: 'rl' });
    expect(stream.screen).toContain('31/40');
    expect(stream.screen).not.toContain('ETA');
    clock.ms += 2000;
    display.update({ step: 32, stage: 'rl' });
    expect(stream.screen).toContain('32/40  ETA 16 s');
    display.close();
  });

  it('lets no control sequence of a note or a message through', () => {
    const stream = new FakeStream(true);
    const { display } = start(stream);
    display.update({ step: 1, stage: 'rl' }, 'bad \u001b]0;title\u0007\u009b2J');
    display.note('\u001b[31mred\r\nnext');
    expect(stream.text).not.toContain('\u001b]0');
    expect(stream.text).not.toContain('\u0007');
    expect(stream.text).not.toContain('\u009b');
    expect(stream.text).not.toContain('\u001b[31m');
    expect(stream.text).not.toContain('\r');
    display.close();
  });
});

describe('createProgressDisplay elsewhere', () => {
  it('writes a plain line every few seconds, at the first step and at the last', () => {
    const stream = new FakeStream(false);
    const { display, clock } = start(stream);
    for (let step = 1; step <= 40; step++) {
      clock.ms += 1000;
      display.update({ step, stage: 'rl', reward: 0.5 });
    }
    display.close();
    const lines = stream.text.trimEnd().split('\n');
    expect(lines[0]).toBe('demo');
    expect(lines[1]).toBe('rl 1/40 · reward 0.5');
    expect(lines[2]).toBe('rl 6/40 · reward 0.5 · ETA 34 s');
    expect(lines.slice(2, -1).map((line) => line.split(' ')[1])).toEqual([
      '6/40',
      '11/40',
      '16/40',
      '21/40',
      '26/40',
      '31/40',
      '36/40',
    ]);
    expect(lines.at(-1)).toBe('rl 40/40 · reward 0.5');
    expect(stream.text).not.toContain('\u001b');
  });

  it('is plain on a dumb terminal', () => {
    const stream = new FakeStream(true);
    const { display } = start(stream, { env: { TERM: 'dumb' } });
    display.update({ step: 1, stage: 'rl' });
    display.close();
    expect(stream.text).not.toContain('\u001b');
  });
});

describe('createProgressDisplay on a stream that fails', () => {
  it('survives a write that throws', () => {
    const stream = new FakeStream(true);
    stream.write = () => {
      throw new Error('write EPIPE');
    };
    const { display } = start(stream);
    display.update({ step: 1, stage: 'rl' });
    display.note('text');
    display.close();
    expect(stream.text).toBe('');
  });

  it('survives an error event, even after closing, and writes nothing more', () => {
    const stream = new FakeStream(true);
    const { display } = start(stream);
    stream.emit('error', new Error('write EPIPE'));
    const { text } = stream;
    display.note('text');
    display.close();
    stream.emit('error', new Error('write EPIPE'));
    expect(stream.text).toBe(text);
  });

  it('adds one listener to a stream however many displays use it', () => {
    const stream = new FakeStream(false);
    for (let i = 0; i < 20; i++) start(stream).display.close();
    expect(stream.listenerCount('error')).toBe(1);
  });
});

describe('createProgressDisplay options', () => {
  it('are checked at the door', () => {
    expect(() => start(new FakeStream(false), { stages: [{ name: 'rl', total: -1 }] })).toThrow(
      'options.stages.0.total: expected at least 0, got -1',
    );
    expect(() => start(new FakeStream(false), { stream: {} as never })).toThrow('options.stream: expected a stream');
  });
});
