import * as z from 'zod';
import { argumentError, parseOptions } from '../../base/internal/index.js';
import { QWEN3_14B_H100, curveSchema, type EngineCurve } from './engine-curve.js';
import type { Dispatcher, ScheduledRequest } from './internal/dispatcher.js';
import { EventHeap } from './internal/event-heap.js';
import { KvAwareDispatcher } from './internal/kv-aware-dispatcher.js';
import { lowerBoundMs, neededTokens } from './internal/lower-bound.js';
import { OccupancyLog, type EngineOccupancy } from './internal/occupancy-log.js';
import { fewestInFlight, pushDispatcher, stickyPick } from './internal/push-dispatchers.js';
import { SimulatedEngine, type SimulatedTurn } from './internal/simulated-engine.js';
import { StepLosses, type ScheduleLosses } from './internal/step-losses.js';
export type { EngineOccupancy, OccupancySample } from './internal/occupancy-log.js';
export type { ScheduleLosses } from './internal/step-losses.js';
import {
  responseTokens,
  scheduleTraceSchema,
  sharedPrompts,
  type RolloutTrace,
  type ScheduleTrace,
} from './schedule-trace.js';

/**
 * The scheduling rule: `kv-aware` is `createScheduledPolicy`'s scheduler. The others send every request to an engine at once: `static` gives each engine
 * an equal part of the rollouts, in order; `least-requests` chooses an engine for each turn; `sticky` keeps a rollout on the engine of its
 * first turn (verl's).
 */
export type SchedulerName = 'static' | 'least-requests' | 'sticky' | 'kv-aware';

/** Options of {@link simulateSchedule}. */
export interface ScheduleSimulationOptions {
  readonly trace: ScheduleTrace;
  /** The number of engines, all with `curve`; or the curve of each engine. */
  readonly engines: number | readonly EngineCurve[];
  /** Default vLLM with Qwen3-14B on an H100. */
  readonly curve?: EngineCurve;
  readonly scheduler: SchedulerName;
  /** As `ScheduledPolicyOptions.reserve`. */
  readonly reserve?: number;
}

/** The result of a simulated step. */
export interface ScheduleSimulation {
  readonly scheduler: SchedulerName;
  /** From the first request to the last rollout's end, in milliseconds. */
  readonly durationMs: number;
  /** A lower bound for every scheduler. */
  readonly lowerBoundMs: number;
  readonly turns: number;
  /** How often a turn was preempted in a full cache and computed again. */
  readonly preemptions: number;
  /** Computed tokens of context. With a perfect cache, these are the prompts and the tools' answers. */
  readonly prefilledTokens: number;
  /** Lost time by cause, compared with the same work on engines that are always full. */
  readonly losses: ScheduleLosses;
  readonly engines: readonly EngineOccupancy[];
}

const optionsSchema = z.strictObject({
  trace: scheduleTraceSchema,
  engines: z.union([z.int().positive().max(1e6), z.array(curveSchema).min(1)]),
  curve: curveSchema.prefault(QWEN3_14B_H100),
  scheduler: z.enum(['static', 'least-requests', 'sticky', 'kv-aware']),
  reserve: z.number().nonnegative().max(0.9).default(0.03),
});

/** A turn that is under way, as the scheduler and the engine see it. */
interface SimulatedRequest extends ScheduledRequest, SimulatedTurn {
  readonly rollout: RolloutTrace;
  readonly index: number;
}

/**
 * Simulates a step of rollouts on engines that are described by curves. The simulation uses discrete events, so hours of 64 engines take
 * seconds. It is deterministic: all random values are in the trace.
 *
 * @throws TypeError, RangeError for bad options, a response above the trace's `maxTokens`, and a context that does not fit in the cache of
 *   an engine.
 *
 * @example
 * const trace = drawScheduleTrace({ groups: 16, samples: 16, seed: 1 });
 * const { durationMs } = simulateSchedule({ trace, engines: 4, curve: QWEN3_14B_H100, scheduler: 'kv-aware' });
 */
export function simulateSchedule(options: ScheduleSimulationOptions): ScheduleSimulation {
  const { scheduler, trace, ...checked } = parseOptions(optionsSchema, options);
  const curves =
    typeof checked.engines === 'number' ? Array<EngineCurve>(checked.engines).fill(checked.curve) : checked.engines;
  checkFits(trace, Math.min(...curves.map(({ capacityTokens }) => capacityTokens)));
  const prompts = sharedPrompts(trace.rollouts);
  const engines = curves.map((curve) => new SimulatedEngine<SimulatedRequest>(curve));
  const logs = engines.map(() => new OccupancyLog());
  const losses = new StepLosses(engines);
  const dispatcher = createDispatcher(scheduler, trace.rollouts.length, engines.length, checked.reserve);
  curves.forEach((curve, index) => dispatcher.engineJoined(`${index}`, curve));
  const events = new EventHeap<SimulatedRequest | { readonly engine: number; readonly version: number }>();
  const versions = engines.map(() => 0);
  const places = new Map<SimulatedRequest, SimulatedEngine<SimulatedRequest>>();
  let [now, turns, sent, ended] = [0, 0, 0, 0];

  const turnOf = (rollout: RolloutTrace, sessionId: string, index: number, contextTokens: number): SimulatedRequest => {
    const grown = contextTokens - rollout.promptTokens;
    const turn: SimulatedRequest = {
      rollout,
      index,
      sessionId,
      contextTokens,
      group: rollout.groupId,
      promptTokens: prompts.get(rollout.groupId)!,
      tokens: rollout.turns[index]!.tokens,
      maxTokens: trace.maxTokens - grown,
      generated: () => places.get(turn)?.generated(turn) ?? 0,
    };
    return turn;
  };
  const wake = (engine: number): void => {
    const time = engines[engine]!.nextEvent();
    logs[engine]!.add(now, engines[engine]!);
    losses.observe(engine, now);
    if (time < Infinity) events.push(time, { engine, version: ++versions[engine]! });
  };
  const end = (turn: SimulatedRequest): void => {
    const { rollout, index, sessionId, contextTokens, tokens } = turn;
    const { tool } = rollout.turns[index]!;
    dispatcher.requestEnded(turn, tokens, now);
    places.delete(turn);
    turns += 1;
    if (tool !== undefined) {
      events.push(now + tool.ms, turnOf(rollout, sessionId, index + 1, contextTokens + tokens + tool.tokens));
      return;
    }
    dispatcher.sessionEnded(sessionId);
    ended += 1;
  };
  const dispatch = (): void => {
    for (const { request, engine } of dispatcher.admissions(now)) {
      const target = engines[Number(engine)]!;
      target.advance(now).forEach(end);
      target.add(request);
      places.set(request, target);
      wake(Number(engine));
      if (request.index === 0 && ++sent === trace.rollouts.length) losses.allSent(now);
    }
  };

  trace.rollouts.forEach((rollout, index) =>
    dispatcher.requestArrived(turnOf(rollout, `${index}`, 0, rollout.promptTokens), now),
  );
  dispatch();
  for (let event = events.pop(); event !== undefined; event = events.pop()) {
    now = event.time;
    const { what } = event;
    if ('rollout' in what) dispatcher.requestArrived(what, now);
    else if (versions[what.engine] !== what.version) continue;
    else {
      engines[what.engine]!.advance(now).forEach(end);
      wake(what.engine);
    }
    dispatch();
  }
  if (ended !== trace.rollouts.length) throw new Error(`${trace.rollouts.length - ended} rollouts were never sent`);
  return {
    scheduler,
    durationMs: now,
    lowerBoundMs: lowerBoundMs(trace, curves),
    turns,
    preemptions: engines.reduce((sum, { preemptions }) => sum + preemptions, 0),
    prefilledTokens: engines.reduce((sum, { prefilledTokens }) => sum + prefilledTokens, 0),
    losses: losses.until(now, neededTokens(trace.rollouts)),
    engines: curves.map(({ capacityTokens }, index) => logs[index]!.occupancy(`${index}`, capacityTokens, now)),
  };
}

function checkFits({ rollouts, maxTokens }: ScheduleTrace, capacityTokens: number): void {
  rollouts.forEach((rollout, i) => {
    const at = `options.trace.rollouts.${i}`;
    const tokens = responseTokens(rollout);
    if (tokens > maxTokens)
      throw argumentError(
        RangeError,
        `${at}.turns`,
        `expected at most maxTokens = ${maxTokens} tokens in all, got ${tokens}`,
      );
    const context = rollout.promptTokens + tokens;
    if (context > capacityTokens)
      throw argumentError(
        RangeError,
        at,
        `expected a context that fits the KV cache of every engine, ${capacityTokens} tokens, got ${context}`,
      );
  });
}

function createDispatcher(
  scheduler: SchedulerName,
  rollouts: number,
  engines: number,
  reserve: number,
): Dispatcher<SimulatedRequest> {
  if (scheduler === 'kv-aware') return new KvAwareDispatcher({ reserve, groupDeadlineMs: Infinity });
  if (scheduler === 'sticky') return pushDispatcher(stickyPick());
  if (scheduler === 'least-requests') return pushDispatcher(fewestInFlight);
  return pushDispatcher(({ sessionId }) => `${Math.floor((Number(sessionId) * engines) / rollouts)}`);
}
