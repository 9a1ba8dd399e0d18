import { existsSync, readFileSync, rmSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Learner } from 'rstar2-agent';
import { createJsonlSink, type JsonlSink, type MetricRecord, type RolloutSample } from 'rstar2-agent/report';
import { writeFileAtomically } from './write-file.js';

/** Where a run stands: `step` steps of a stage are done. The random state is the seed and this: every draw is named by its step. */
export interface Position {
  readonly stage: 'sft' | 'rl';
  readonly step: number;
}

/** Stage 0 is done and evaluated; its checkpoint is kept for the other algorithms. */
export const END_OF_SFT: Position = { stage: 'rl', step: 0 };

/** A run cannot go on, and the message says what to do. */
export class RunError extends Error {}

/**
 * A run's directory: `config.json`, `metrics.jsonl`, `rollouts.jsonl`, checkpoints, the report.
 *
 * A checkpoint is complete or not there: it is written under its own name first, then `latest.json` points to it.
 */
export class RunStore {
  readonly directory: string;
  readonly config: object;
  readonly metrics: JsonlSink<MetricRecord>;
  readonly samples: JsonlSink<RolloutSample>;
  readonly #latest: Position | undefined;

  /**
   * Opens a run's directory; metrics and samples past the last checkpoint are dropped, for they will be made again.
   *
   * @param config - What makes the run the run it is, as plain JSON.
   * @throws RunError if the directory holds a run of another configuration.
   */
  constructor(directory: string, config: object) {
    this.directory = directory;
    this.config = config;
    const found = readJson<object>(join(directory, 'config.json'));
    if (found !== undefined && JSON.stringify(found) !== JSON.stringify(config)) {
      throw new RunError(`${directory}: holds a run of another configuration; name another directory or pass --fresh`);
    }
    this.#latest = readJson<Position>(join(directory, 'latest.json'));
    const order = this.#latest === undefined ? -1 : orderOf(this.#latest);
    this.metrics = createJsonlSink(join(directory, 'metrics.jsonl'), {
      keep: ({ stage, step }) => orderOf({ stage: stage === 'sft' ? 'sft' : 'rl', step }) <= order,
    });
    this.samples = createJsonlSink(join(directory, 'rollouts.jsonl'), {
      keep: ({ step }) => orderOf({ stage: 'rl', step }) <= order,
    });
    if (found === undefined)
      writeFileAtomically(join(directory, 'config.json'), `${JSON.stringify(config, null, 2)}\n`);
  }

  /** Where the last checkpoint was taken; undefined in a new run. */
  get latest(): Position | undefined {
    return this.#latest;
  }

  path(...names: string[]): string {
    return join(this.directory, ...names);
  }

  checkpointPath({ stage, step }: Position): string {
    return this.path('checkpoints', `${stage}-${step}`);
  }

  async saveCheckpoint(learner: Learner, position: Position): Promise<void> {
    await learner.saveCheckpoint(this.checkpointPath(position));
    writeFileAtomically(this.path('latest.json'), `${JSON.stringify(position)}\n`);
    this.#prune(position);
  }

  close(): void {
    this.metrics.close();
    this.samples.close();
  }

  /** Only the last checkpoint and the end of SFT are kept. */
  #prune({ stage, step }: Position): void {
    for (const name of readdirSync(this.path('checkpoints'))) {
      const kept = [`${stage}-${step}`, `${END_OF_SFT.stage}-${END_OF_SFT.step}`];
      if (!kept.includes(name)) rmSync(this.path('checkpoints', name), { recursive: true, force: true });
    }
  }
}

/** Removes a run. */
export function removeRun(directory: string): void {
  rmSync(directory, { recursive: true, force: true });
}

function orderOf({ stage, step }: Position): number {
  return (stage === 'sft' ? 0 : 1e9) + step;
}

function readJson<T>(path: string): T | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as T) : undefined;
}
