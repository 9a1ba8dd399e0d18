import type { RolloutOutcome } from '../../../base/index.js';
import { parseOptions, show } from '../../../base/internal/index.js';
import { followSignal, type FollowingController } from '../../../io/index.js';
import {
  SamplingLimitError,
  type AcceptGroup,
  type GroupBatch,
  type GroupVerdict,
  type SampledGroup,
} from '../../sampled-group.js';
import { rolloutTaskSchema, type ResolvedRolloutOptions, type RolloutTask } from '../../rollout-options.js';
import { InfrastructureError, isSetApart } from './rollout-plan.js';
import { prepareLoop } from './prepare-loop.js';
import { planGroup, rollOutGroup, type PlannedGroup, type RolloutRun } from './roll-out-group.js';

interface QueueRules {
  readonly accept: AcceptGroup | undefined;
  readonly maxBatches: number;
  readonly atLimit: 'error' | 'partial';
}

/** A group that was not taken yet. */
interface Entry {
  readonly task: RolloutTask;
  /** The task, for messages. */
  readonly where: string;
  /** It is begun anew once so many groups were requested without it, because its policy is too old by then. */
  readonly due: number;
  readonly stop: FollowingController;
  /** Once it has ended. */
  group?: SampledGroup;
}

/** The cause of failure of a group that is begun anew. */
const TOO_OLD = new InfrastructureError({
  source: 'cancelled',
  message: 'cut: the batch reached its limit; the group is started again',
  retryable: false,
});

interface Waiting {
  readonly count: number;
  readonly resolve: (batch: GroupBatch) => void;
  readonly reject: (error: unknown) => void;
}

/** The groups of a sampler, in the order of their tasks: new ones are begun at the end and complete ones taken from the front. */
export class GroupQueue {
  readonly #tasks: Iterator<RolloutTask>;
  readonly #run: RolloutRun;
  readonly #rules: QueueRules;
  readonly #stop;
  readonly #underWay = new Set<Promise<void>>();
  #entries: Entry[] = [];
  #begun = 0;
  /** Sum of the counts of all `take` calls so far. */
  #asked = 0;
  #isAtEnd = false;
  #ahead = 0;
  #waiting: Waiting | undefined;
  #failure: { readonly error: unknown } | undefined;
  #progress = { completed: 0, total: 0 };

  constructor(tasks: Iterable<RolloutTask>, options: ResolvedRolloutOptions, rules: QueueRules) {
    this.#tasks = tasks[Symbol.iterator]();
    this.#run = { options, ...prepareLoop(options) };
    this.#rules = rules;
    this.#stop = followSignal(options.signal);
  }

  async take(count: number, ahead: number): Promise<GroupBatch> {
    requireCount(count, 'count', 1);
    requireCount(ahead, 'ahead', 0);
    if (this.#waiting !== undefined) throw new RangeError('take: expected the previous take to have ended');
    this.#ahead = ahead;
    const batch = new Promise<GroupBatch>((resolve, reject) => (this.#waiting = { count, resolve, reject }));
    if (this.#stop.signal.aborted) void this.#fail(this.#stop.signal.reason);
    else this.#goOn();
    return batch;
  }

  async close(): Promise<void> {
    await this.#fail(new Error('the group sampler is closed'));
  }

  /** Begins groups while there is room, and resolves the pending batch if it is complete. */
  #goOn(): void {
    try {
      this.#renew();
      while (this.#hasRoom()) this.#begin();
      this.#deliver();
    } catch (error) {
      void this.#fail(error);
    }
  }

  /**
   * Begins groups again that are too old. A group is begun for the next `count + ahead` accepted groups. It outlasts them only if a batch
   * at its limit used fewer. Rejected groups stay rejected.
   */
  #renew(): void {
    if (this.#waiting === undefined || this.#failure !== undefined) return;
    this.#entries = this.#entries.map((entry) => {
      if (entry.due > this.#asked || entry.group?.verdict.kind === 'rejected') return entry;
      entry.stop.abort(TOO_OLD);
      return this.#rollOut(entry.task, entry.where);
    });
  }

  get #room(): number {
    return (this.#waiting?.count ?? 0) + this.#ahead;
  }

  #hasRoom(): boolean {
    if (this.#failure !== undefined || this.#isAtEnd) return false;
    const room = this.#room;
    const counted = this.#entries.filter(({ group }) => group?.verdict.kind !== 'rejected').length;
    return counted < room && this.#entries.length < this.#rules.maxBatches * room;
  }

  #begin(): void {
    const next: IteratorResult<RolloutTask, unknown> = this.#tasks.next();
    if (next.done === true) {
      this.#isAtEnd = true;
      return;
    }
    const task = next.value;
    const where = `tasks.${this.#begun++}`;
    parseOptions(rolloutTaskSchema, task, where);
    const { groupId } = task;
    if (this.#entries.some((entry) => entry.task.groupId === groupId))
      throw new RangeError(`${where}.groupId: expected a unique name, got ${JSON.stringify(groupId)} twice`);
    this.#entries.push(this.#rollOut(task, where));
  }

  #rollOut(task: RolloutTask, where: string): Entry {
    const planned = planGroup(task, where, this.#run);
    this.#progress.total += planned.plans.length;
    const stop = followSignal(this.#stop.signal);
    const entry: Entry = { task, where, due: this.#asked + this.#room, stop };
    const underWay = this.#sample(planned, stop.signal)
      .then((group) => {
        entry.group = group;
        this.#goOn();
      })
      // The result of a cut group is ignored.
      .catch((error: unknown) => (stop.signal.reason === TOO_OLD ? undefined : void this.#fail(error)))
      .finally(() => stop.release());
    this.#underWay.add(underWay);
    void underWay.then(() => this.#underWay.delete(underWay));
    return entry;
  }

  async #sample({ task, plans }: PlannedGroup, signal: AbortSignal): Promise<SampledGroup> {
    const onEnd = (outcome: RolloutOutcome) => {
      this.#progress.completed++;
      this.#run.options.onProgress?.({ ...this.#progress, outcome });
    };
    const outcomes = await rollOutGroup({ task, plans }, this.#run, { onEnd, signal });
    signal.throwIfAborted();
    const rollouts = outcomes.flatMap((outcome) => (outcome.kind === 'completed' ? [outcome.rollout] : []));
    const failed = outcomes.flatMap((outcome) => (outcome.kind === 'failed' ? [outcome] : []));
    const missing = failed.filter(({ cause }) => isSetApart(cause, this.#run.options)).length;
    const isWhole = rollouts.length > 0 && rollouts.length + missing >= task.samples;
    const verdict = isWhole ? this.#judge(rollouts) : ({ kind: 'rejected', cause: 'failed' } as const);
    return { groupId: task.groupId, rollouts, failed, verdict };
  }

  #judge(rollouts: SampledGroup['rollouts']): GroupVerdict {
    const { accept } = this.#rules;
    if (accept === undefined) return { kind: 'accepted' };
    const verdict = accept(rollouts) as GroupVerdict | undefined;
    if (verdict?.kind === 'accepted' || verdict?.kind === 'rejected') return verdict;
    throw new TypeError(`options.accept: expected a verdict of kind accepted or rejected, got ${show(verdict)}`);
  }

  /** Resolves the pending batch with the first groups in task order, whichever ended first. */
  #deliver(): void {
    if (this.#waiting === undefined || this.#failure !== undefined) return;
    const { count, resolve, reject } = this.#waiting;
    const limit = this.#rules.maxBatches * count;
    const groups: SampledGroup[] = [];
    let accepted = 0;
    for (const { group } of this.#entries) {
      if (group === undefined || accepted === count || groups.length === limit) break;
      groups.push(group);
      if (group.verdict.kind === 'accepted') accepted++;
    }
    const isAtEnd = this.#isAtEnd && groups.length === this.#entries.length;
    if (accepted < count && groups.length < limit && !isAtEnd) return;
    this.#waiting = undefined;
    if (accepted < count && this.#rules.atLimit === 'error')
      return reject(limitError(groups, { wanted: count, accepted, isAtEnd }));
    this.#entries = this.#entries.slice(groups.length);
    this.#asked += count;
    resolve({ groups, accepted });
  }

  /** Ends everything, then rejects the pending batches. */
  async #fail(error: unknown): Promise<void> {
    if (this.#failure === undefined) {
      this.#failure = { error };
      this.#stop.abort(error);
      this.#stop.release();
      try {
        this.#tasks.return?.();
      } catch {
        // A failed clean-up of the tasks does not hide the first failure.
      }
    }
    await Promise.all(this.#underWay);
    this.#entries = [];
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.reject(this.#failure.error);
  }
}

function requireCount(value: number, name: string, least: number): void {
  if (!Number.isSafeInteger(value) || value < least)
    throw new RangeError(`${name}: expected an integer of at least ${least}, got ${value}`);
}

/** @returns The error for a batch that is too small; its cause is the first infrastructure error of a group that was rejected. */
function limitError(
  groups: readonly SampledGroup[],
  { wanted, accepted, isAtEnd }: { readonly wanted: number; readonly accepted: number; readonly isAtEnd: boolean },
): SamplingLimitError {
  const rejected: Record<string, number> = {};
  for (const { verdict } of groups)
    if (verdict.kind === 'rejected') rejected[verdict.cause] = (rejected[verdict.cause] ?? 0) + 1;
  const causes = Object.entries(rejected).map(([cause, count]) => `${count} ${cause}`);
  const broken = groups
    .flatMap(({ verdict, failed }) => (verdict.kind === 'accepted' ? [] : failed))
    .find(({ cause }) => cause.source !== 'cancelled');
  return new SamplingLimitError(
    `expected ${wanted} accepted groups, got ${accepted} of ${groups.length} (${isAtEnd ? 'all groups' : 'limit of options.maxBatches'})` +
      `${causes.length === 0 ? '' : `; rejected: ${causes.join(', ')}`}` +
      `${broken === undefined ? '' : `; rollout ${broken.id} failed: ${broken.cause.message}`}`,
    { wanted, accepted, rejected, cause: broken?.cause },
  );
}
