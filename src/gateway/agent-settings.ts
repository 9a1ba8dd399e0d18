import * as z from 'zod';
import { functionSchema } from '../base/internal/index.js';
import { LONGEST_TIMER_MS } from '../io/index.js';
import { modelsSchema, type GatewayModels } from './gateway-models.js';
import type { ModelRequest } from './model-request.js';

/** Says whether a tool's result is an error; undefined leaves it to the rule. */
export type IsToolError = (result: { readonly name: string; readonly text: string }) => boolean | undefined;

/** Options for running an agent and for reading its requests. */
export interface AgentSettings {
  /**
   * Says whether a tool's result is an error, if the client does not. `undefined` leaves it to the default rule. Default: a JSON object with an
   * `error`, the text of an exception, and a traceback are errors.
   */
  readonly isToolError?: IsToolError | undefined;
  /** Changes a request before it is compared with what was delivered. Default: none. */
  readonly normalize?: ((request: ModelRequest) => ModelRequest) | undefined;
  /** Most requests of one rollout at once; the others are answered 429. Default 32. */
  readonly maxConcurrent?: number | undefined;
  /**
   * Longest time of the agent in one rollout, in milliseconds. Then its `signal` is aborted and the rollout ends with the finish reason `time-limit`,
   * judged by the run's reward function. Default 3,600,000 (one hour).
   */
  readonly timeLimitMs?: number | undefined;
  /** What answers requests over HTTP (`openai`, `anthropic`), by model name. Default: the policy, trained. */
  readonly models?: GatewayModels | undefined;
  /**
   * What happens to a rollout whose agent throws: `set-apart` (default) makes it `failed`, with the stack in its cause; `zero` keeps it
   * with a
   * reward of 0, and the stack in `agentError`. If an agent throws because a limit of the rollout was reached, the rollout ends normally.
   */
  readonly onError?: 'set-apart' | 'zero' | undefined;
}

export const agentSettingsSchema = z.strictObject({
  isToolError: z.optional(functionSchema<IsToolError>()),
  normalize: z.optional(functionSchema<(request: ModelRequest) => ModelRequest>()),
  maxConcurrent: z.int().positive().default(32),
  timeLimitMs: z.number().positive().max(LONGEST_TIMER_MS).default(3_600_000),
  models: modelsSchema.default({}),
  onError: z.enum(['set-apart', 'zero']).default('set-apart'),
});
