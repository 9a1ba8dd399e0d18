import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startPausableTimer } from '../../../../src/io/internal/pausable-timer.js';

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
