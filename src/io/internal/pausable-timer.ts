/** A longer timer would fire at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** A clock that can be stopped for a while. */
export interface PausableTimer {
  /** The time from now on does not count. */
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
