import type { ControlGroup } from '../containment/control-group.js';
import type { EndedFor, RunLimits } from './run-outcome.js';
import type { RunningCall } from './running-call.js';

/** A call that runs for longer is watched. */
const WATCH_AFTER_MS = 20;
/** How often a watched call is measured. */
const LOOK_EVERY_MS = 50;

/** Watches the resources that all processes of a call use together: here if a control group counts them, else in the server. */
export class ResourceWatch {
  /** @param order - Tells the server what to do about its current child. */
  constructor(
    private readonly group: ControlGroup | undefined,
    private readonly order: (word: 'watch' | 'kill', ...rest: readonly string[]) => void,
  ) {}

  /** Watches the call once it has run for a while. */
  follow(call: RunningCall): void {
    call.after(WATCH_AFTER_MS, () => this.#watch(call));
  }

  /** @returns The limits that the server has to watch; empty if a control group counts all of them. */
  serverWords({ cpuMs, memoryBytes, processes }: RunLimits): string[] {
    if (this.group?.counts('cpu') === true && this.group.counts('memory')) return [];
    return [Math.ceil(cpuMs), memoryBytes, processes].map(String);
  }

  /** @returns The limit that ended a call before it was measured: the kernel kills a process at once when its group is full. */
  endedUnwatched(call: RunningCall, status: number): EndedFor | undefined {
    return status === 0 && performance.now() - call.startedAt < WATCH_AFTER_MS ? undefined : this.group?.outOfMemory();
  }

  #watch(call: RunningCall): void {
    if (call.stopped !== undefined) return;
    const words = this.serverWords(call.limits);
    if (words.length > 0 && !call.guarded) this.order('watch', ...words);
    const { group } = this;
    if (group === undefined) return;
    const before = group.cpuMs();
    const look = () => {
      if (call.settled || call.endedFor !== undefined) return;
      call.endedFor = group.endedFor(call.limits, before);
      if (call.endedFor === undefined) call.after(LOOK_EVERY_MS, look);
      else this.order('kill');
    };
    look();
  }
}
