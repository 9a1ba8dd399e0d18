import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startPausableTimer } from '../../../src/io/aborts.js';
import {
  TimeLimitError,
  delay,
  followSignal,
  giveUpOnAbort,
  waitForAbort,
  withTimeLimit,
} from '../../../src/io/index.js';

const stuck = new Promise<never>(() => undefined);
const reason = new Error('enough');

describe('waitForAbort', () => {
  it('resolves once the signal is aborted, or at once where it is', async () => {
    const controller = new AbortController();
    const waiting = waitForAbort(controller.signal);
    controller.abort();
    await waiting;
    await waitForAbort(controller.signal);
  });
});

describe('giveUpOnAbort', () => {
  it('gives what the promise comes to', async () => {
    const { signal } = new AbortController();
    expect(await giveUpOnAbort(Promise.resolve(1), signal)).toBe(1);
    expect(await giveUpOnAbort(Promise.resolve(1), undefined)).toBe(1);
    await expect(giveUpOnAbort(Promise.reject(reason), signal)).rejects.toBe(reason);
  });

  it("rejects with the signal's reason, though the promise never settles", async () => {
    await expect(giveUpOnAbort(stuck, AbortSignal.abort(reason))).rejects.toBe(reason);
    const controller = new AbortController();
    const waiting = giveUpOnAbort(stuck, controller.signal);
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });
});

describe('delay', () => {
  it('resolves after its time, and rejects when aborted before', async () => {
    await delay(1);
    await expect(delay(3_600_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  });
});

describe('followSignal', () => {
  it('aborts with the outer signal and with its reason', () => {
    const outer = new AbortController();
    const inner = followSignal(outer.signal);
    outer.abort(reason);
    expect(inner.signal.reason).toBe(reason);
    expect(followSignal(outer.signal).signal.reason).toBe(reason);
  });

  it('aborts by itself without touching the outer one, and not at all once let go', () => {
    const outer = new AbortController();
    const [aborted, free] = [followSignal(outer.signal), followSignal(outer.signal)];
    aborted.abort(reason);
    expect([aborted.signal.aborted, outer.signal.aborted]).toEqual([true, false]);
    free.release();
    outer.abort();
    expect(free.signal.aborted).toBe(false);
  });

  it('may be followed by thousands without a warning of a leak', async () => {
    const warnings: Error[] = [];
    const listen = (warning: Error) => warnings.push(warning);
    process.on('warning', listen);
    const outer = new AbortController();
    const followers = Array.from({ length: 2000 }, () => followSignal(outer.signal));
    const waits = Array.from({ length: 2000 }, () => giveUpOnAbort(stuck, followers[0]!.signal).catch(() => 0));
    outer.abort();
    await Promise.all(waits);
    await delay(1);
    process.off('warning', listen);
    expect(warnings).toEqual([]);
  });
});

describe('withTimeLimit', () => {
  it('gives what the call comes to, or throws what it throws', async () => {
    expect(await withTimeLimit(() => 1, undefined, 1000)).toBe(1);
    const fails = () => {
      throw reason;
    };
    await expect(withTimeLimit(fails, undefined, undefined)).rejects.toBe(reason);
  });

  it('ends a call that ignores its signal', async () => {
    let heard: AbortSignal | undefined;
    const call = (signal: AbortSignal) => {
      heard = signal;
      return stuck;
    };
    await expect(withTimeLimit(call, undefined, 5)).rejects.toThrow(new TimeLimitError(5));
    expect(heard!.aborted).toBe(true);
  });

  it("rejects with the caller's reason, before or during the call", async () => {
    const controller = new AbortController();
    const running = withTimeLimit(() => stuck, controller.signal, 3_600_000);
    controller.abort(reason);
    await expect(running).rejects.toBe(reason);
    let called = false;
    await expect(withTimeLimit(() => (called = true), controller.signal, 1)).rejects.toBe(reason);
    expect(called).toBe(false);
  });
});

describe('a timer that can be paused', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('counts the time between its pauses, however often it is told', () => {
    const onEnd = vi.fn();
    const timer = startPausableTimer(100, onEnd);
    vi.advanceTimersByTime(60);
    timer.pause();
    timer.pause();
    vi.advanceTimersByTime(10_000);
    timer.resume();
    timer.resume();
    vi.advanceTimersByTime(39);
    expect(onEnd).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onEnd).toHaveBeenCalledOnce();
  });

  it('never ends once it is cleared, nor without a time', () => {
    const onEnd = vi.fn();
    const cleared = startPausableTimer(100, onEnd);
    cleared.clear();
    cleared.resume();
    const endless = startPausableTimer(undefined, onEnd);
    endless.pause();
    endless.resume();
    vi.advanceTimersByTime(10_000);
    expect(onEnd).not.toHaveBeenCalled();
  });
});
