import { allowManyListeners } from './built-in.js';

/** Resolves once the signal is aborted. */
export function waitForAbort(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

/**
 * Waits for a promise, but no longer than until the signal is aborted: an implementation may ignore its signal. A later result of the
 * promise is ignored.
 *
 * @throws The signal's reason when aborted first.
 */
export function giveUpOnAbort<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  allowManyListeners(signal);
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason as Error);
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

/** Resolves after a time. @throws The signal's reason when aborted before. */
export async function delay(ms: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(ms, LONGEST_TIMER_MS));
  });
  try {
    await giveUpOnAbort(elapsed, signal);
  } finally {
    clearTimeout(timer);
  }
}

/** A controller that aborts with another signal as well, until it is released. */
export interface FollowingController {
  readonly signal: AbortSignal;
  abort(reason: unknown): void;
  /** Stops listening to the other signal: a long-lived signal must not keep finished work in memory. */
  release(): void;
}

/** @returns A new controller that aborts with the caller's signal. */
export function followSignal(outer: AbortSignal | undefined): FollowingController {
  const controller = new AbortController();
  allowManyListeners(controller.signal);
  const onAbort = () => controller.abort(outer?.reason);
  if (outer?.aborted === true) onAbort();
  else if (outer !== undefined) {
    allowManyListeners(outer);
    outer.addEventListener('abort', onAbort, { once: true });
  }
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    release: () => outer?.removeEventListener('abort', onAbort),
  };
}

/** A call took longer than its time limit. */
export class TimeLimitError extends Error {
  constructor(readonly timeoutMs: number) {
    super(`no result within ${timeoutMs} ms`);
    this.name = 'TimeLimitError';
  }
}

/**
 * Runs a call under the caller's signal and a time limit; the call's own signal is aborted at whichever comes first. The wait ends then,
 * even if the call ignores its signal. The call may pause the clock.
 *
 * @param timeoutMs - In milliseconds; undefined for no limit.
 * @throws TimeLimitError after the time; the signal's reason when aborted; what the call throws.
 */
export async function withTimeLimit<T>(
  call: (signal: AbortSignal, timer: PausableTimer) => T | Promise<T>,
  signal: AbortSignal | undefined,
  timeoutMs: number | undefined,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = followSignal(signal);
  const timer = startPausableTimer(timeoutMs, () => controller.abort(new TimeLimitError(timeoutMs!)));
  try {
    return await giveUpOnAbort(Promise.resolve(call(controller.signal, timer)), controller.signal);
  } finally {
    timer.clear();
    controller.release();
  }
}

/** Longest delay of a timer; a timer with a longer delay fires at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A timer that can be paused. */
export interface PausableTimer {
  /** Pauses the timer: time from now on does not count. */
  pause(): void;
  resume(): void;
  /** It never fires. */
  clear(): void;
}

/** @param timeoutMs - Undefined for a timer that never fires. */
export function startPausableTimer(timeoutMs: number | undefined, onEnd: () => void): PausableTimer {
  let leftMs = timeoutMs;
  let [isRunning, isCleared] = [false, false];
  let since = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const clock: PausableTimer = {
    pause() {
      if (!isRunning || leftMs === undefined) return;
      isRunning = false;
      clearTimeout(timer);
      leftMs = Math.max(0, leftMs - (performance.now() - since));
    },
    resume() {
      if (isRunning || isCleared || leftMs === undefined) return;
      isRunning = true;
      since = performance.now();
      timer = setTimeout(onEnd, Math.min(leftMs, LONGEST_TIMER_MS));
    },
    clear() {
      clock.pause();
      isCleared = true;
    },
  };
  clock.resume();
  return clock;
}
