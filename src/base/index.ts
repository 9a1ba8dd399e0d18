/** The journey's types, the seams, typed errors and seeded randomness. */
export type { Aggregation } from './aggregation.js';
export { crossEntropyBatch, type CrossEntropyInput } from './cross-entropy-batch.js';
export {
  DatasetError,
  ExternalError,
  failureCause,
  LearnerError,
  ModelFileError,
  PolicyError,
  SandboxError,
  type FailureCause,
} from './errors.js';
export type { JsonSchema, JsonValue } from './json.js';
export type {
  Learner,
  LearnerFactory,
  LearnerModel,
  LearnerObjective,
  LogprobOptions,
  LoraSettings,
  LossReport,
  PolicySnapshot,
} from './learner.js';
export { learningRateFactor, type LearningRateSchedule } from './learning-rate.js';
export { CapabilityError, type LearnerCapabilities } from './learner-capabilities.js';
export type { ChatConversation, Message, TemplateMessage, TemplateTool, TemplateToolCall } from './messages.js';
export type { MetricRecord, MetricSink } from './metric-sink.js';
export type {
  CispoLoss,
  DppoLoss,
  DroLoss,
  ClipCovLoss,
  ClipLoss,
  GmpoLoss,
  GspoLoss,
  KlCovLoss,
  KlKind,
  KlTerm,
  Objective,
  OffPolicyMask,
  PolicyLoss,
  SapoLoss,
  ScoreFunctionLoss,
  VespoLoss,
} from './objective.js';
export type { OptimizerParameters, OptimizerReport } from './optimizer-step.js';
export type { PackedBatch } from './packed-batch.js';
export type {
  CallOptions,
  GenerateOptions,
  GenerateRequest,
  Generation,
  Policy,
  SamplingOptions,
  WeightVersionSpan,
} from './policy.js';
export { GENERATION_PROMPT, renderMessage, renderToolResponses, TAGS } from './protocol.js';
export { Random, toRandom, type RandomState, type Seed } from './random.js';
export {
  toolCallsOf,
  withReward,
  type Accessor,
  type FinishReason,
  type GroupLabel,
  type Rollout,
  type RolloutOutcome,
  type TemplateDrift,
  type TokenTrace,
  type ToolCall,
  type ToolCallResponse,
  type Turn,
} from './rollout.js';
export { parseRollout, stringifyRollout } from './rollout-jsonl.js';
export type { RolloutSample } from './rollout-sample.js';
export type {
  BatchOptions,
  IsolationReport,
  Sandbox,
  SandboxCall,
  SandboxLimits,
  SandboxResult,
  SandboxSession,
} from './sandbox.js';
export type { TokenLayout } from './token-layout.js';
export type { Tokenizer } from './tokenizer.js';
export type { Tool, ToolContext, ToolResult } from './tool.js';
export { TOOL_CALL_ERRORS, type ParsedToolCall } from './tool-call.js';
export { parseToolCalls, toolCallBlocks } from './tool-call-parser.js';
export { toToolResponse } from './tool-response.js';
export type { Verdict } from './verdict.js';
