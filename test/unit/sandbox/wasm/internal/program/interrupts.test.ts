import { describe, expect, it } from 'vitest';
import type { CallOrder } from '../../../../../../src/sandbox/wasm/internal/protocol.js';
import type { Host } from '../../../../../../src/sandbox/wasm/internal/program/host.js';
import { Interrupts } from '../../../../../../src/sandbox/wasm/internal/program/interrupts.js';

const CALL: CallOrder = {
  ...{ id: 'a1', code: '', stdin: '', kind: 'cell', script: false, deterministic: false },
  ...{ cpuMs: 1_000, memoryBytes: 1, fileSizeBytes: 1, outputBytes: 1, interruptMs: 1e9 },
};

function interrupts(host: Partial<Host>): Interrupts {
  const refuse = () => {
    throw new Error('not expected');
  };
  const quiet: Host = {
    cpuMs: () => 0,
    isCancelled: () => false,
    isOrphan: () => false,
    exit: refuse,
    programExitCode: refuse,
  };
  return new Interrupts({ ...quiet, ...host });
}

describe('Interrupts', () => {
  it('are none while no program runs, and while it is within its limits', () => {
    const none = interrupts({ cpuMs: () => 1e9 });
    expect(none.buffer[0]).toBe(0);
    const within = interrupts({});
    within.start(CALL);
    expect(within.buffer[0]).toBe(0);
    expect(within.stop()).toBeUndefined();
  });

  it('come once the time is over, and not again at once', () => {
    const late = interrupts({});
    late.start({ ...CALL, interruptMs: 0 });
    expect(late.buffer[0]).toBe(2);
    expect(late.buffer[0]).toBe(0);
    expect(late.stop()).toBe('wall');
  });

  it('come once the processor time is used up', () => {
    let cpuMs = 500;
    const busy = interrupts({ cpuMs: () => cpuMs });
    busy.start(CALL);
    cpuMs = 1_500;
    expect(busy.buffer[0]).toBe(2);
    expect(busy.stop()).toBe('cpu');
  });

  it('come when the caller gives up the call', () => {
    const cancelled = interrupts({ isCancelled: (id) => id === CALL.id });
    cancelled.start(CALL);
    expect(cancelled.buffer[0]).toBe(2);
    expect(cancelled.stop()).toBe('cancelled');
  });

  it('end the process whose caller is gone', () => {
    const orphan = interrupts({
      isOrphan: () => true,
      exit: (code) => {
        throw new Error(`exit ${code}`);
      },
    });
    orphan.start(CALL);
    expect(() => orphan.buffer[0]).toThrow('exit 1');
  });
});
