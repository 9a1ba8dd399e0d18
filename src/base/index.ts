/** The types from rollout to training step, the interfaces to replaceable parts, typed errors and seeded randomness. */
export type { Aggregation } from './aggregation.js';
export { crossEntropyBatch, type CrossEntropyInput } from './cross-entropy-batch.js';
export {
  DatasetError,
  ExternalError,
  type FailureCause,
  failureCause,
  LearnerError,
  MissingPeerError,
  ModelFileError,
  PolicyError,
  SandboxError,
  type Verdict,
} from './errors.js';
export type { JsonSchema, JsonValue } from './json.js';
export {
  CapabilityError,
  type Learner,
  type LearnerCapabilities,
  type LearnerFactory,
  type LearnerModel,
  type LearnerObjective,
  type LogprobOptions,
  type LoraSettings,
  type LossReport,
  type OptimizerParameters,
  type OptimizerReport,
  type PolicySnapshot,
} from './learner.js';
export { learningRateFactor, type LearningRateSchedule } from './learning-rate.js';
export type { ChatConversation, Message, TemplateMessage, TemplateTool, TemplateToolCall } from './messages.js';
export type { MetricRecord, MetricSink } from './metric-sink.js';
export type {
  CispoLoss,
  ClipCovLoss,
  ClipLoss,
  DppoLoss,
  DroLoss,
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
export type { PackedBatch } from './packed-batch.js';
export type {
  CallOptions,
  GenerateOptions,
  GenerateRequest,
  Generation,
  Policy,
  PolicyCapabilities,
  SamplingOptions,
  TurnConstraint,
  TurnForm,
  WeightVersionSpan,
} from './policy.js';
export { GENERATION_PROMPT, renderMessage, renderToolResponses, TAGS } from './protocol.js';
export type { RunStorage } from './run-storage.js';
export { Random, toRandom, type RandomState, type Seed } from './random.js';
export {
  type Accessor,
  type FinishReason,
  type GroupLabel,
  type Rollout,
  type RolloutBranch,
  type RolloutOutcome,
  type RolloutSample,
  type SubAgent,
  type TemplateDrift,
  type TokenTrace,
  type ToolCall,
  type ErrorEvidence,
  type ToolCallResponse,
  toolCallsOf,
  type Turn,
  withReward,
} from './rollout.js';
export { parseRollout, stringifyRollout } from './rollout-jsonl.js';
export type {
  BatchOptions,
  IsolationReport,
  Sandbox,
  SandboxCall,
  SandboxLimits,
  SandboxResult,
  SandboxSession,
} from './sandbox.js';
export type { TokenLayout } from './internal/tokens/token-layout.js';
export type { Tokenizer } from './tokenizer.js';
export { toToolResponse, type Tool, type ToolContext, type ToolResult } from './tool-response.js';
export { TOOL_CALL_ERRORS, type ParsedToolCall } from './internal/json/tool-call-json.js';
export { parseToolCalls, toolCallBlocks } from './tool-call-parser.js';
