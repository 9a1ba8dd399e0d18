/** The journey's types, the seams, typed errors and seeded randomness. */
export type { Aggregation } from './aggregation.js';
export { crossEntropyBatch, type CrossEntropyInput } from './cross-entropy-batch.js';
export * from './errors.js';
export type { JsonSchema, JsonValue } from './json.js';
export * from './learner.js';
export * from './learner-capabilities.js';
export * from './metric-sink.js';
export * from './objective.js';
export * from './optimizer-step.js';
export type { PackedBatch } from './packed-batch.js';
export * from './policy.js';
export { GENERATION_PROMPT, renderMessage, renderToolResponses, TAGS } from './protocol.js';
export { Random, toRandom, type RandomState, type Seed } from './random.js';
export {
  toolCallsOf,
  withReward,
  type Accessor,
  type FinishReason,
  type GroupLabel,
  type Message,
  type Rollout,
  type RolloutOutcome,
  type TokenTrace,
  type ToolCall,
  type ToolCallResponse,
  type Turn,
} from './rollout.js';
export { parseRollout, stringifyRollout } from './rollout-jsonl.js';
export * from './sandbox.js';
export type { TokenLayout } from './token-layout.js';
export type { Tokenizer } from './tokenizer.js';
export type { Tool, ToolContext, ToolResult } from './tool.js';
export { toToolResponse } from './tool-response.js';
export type { Verdict } from './verdict.js';
